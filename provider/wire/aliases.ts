/**
 * Assumption, not contract: the names under which the public service of this shape answers 13 pull zone fields. They are
 * accepted in reading when the contract's name is absent, and never sent.
 */
export const publicAliases: Readonly<Record<string, string>> = {
  DisableCertIssuer: "DisableLetsEncrypt",
  CloudSigningEnabled: "AWSSigningEnabled",
  CloudSigningKey: "AWSSigningKey",
  CloudSigningSecret: "AWSSigningSecret",
  CloudSigningRegionName: "AWSSigningRegionName",
  EnableCdnImageAi: "EnableBunnyImageAi",
  CdnAiImageBlueprints: "BunnyAiImageBlueprints",
  ErrorPageEnableStatusWidget: "ErrorPageEnableStatuspageWidget",
  ErrorPageStatusWidgetCode: "ErrorPageStatuspageCode",
  ContainerAppId: "MagicContainersAppId",
  ContainerEndpointId: "MagicContainersEndpointId",
  OptimizerStaticHtmlCmsPath: "OptimizerStaticHtmlWordPressPath",
  OptimizerStaticHtmlCmsBypassCookie: "OptimizerStaticHtmlWordPressBypassCookie",
};
