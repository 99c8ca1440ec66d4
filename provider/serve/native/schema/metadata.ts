import { packageVersion } from "../../../version";

/** The manifest of the plugin's npm package. The release writes the repository into it. */
export interface Manifest {
  readonly displayName: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly author: string;
  readonly homepage: string;
  readonly repository?: { readonly url: string };
}

/** The metadata that registries and editors show. */
export function metadataOf({
  author,
  repository,
  displayName,
  description,
  keywords,
  license,
  homepage,
}: Manifest): object {
  const [, path] = /^git\+https:\/\/github\.com\/([^/]+\/[^/]+)\.git$/.exec(repository?.url ?? "") ?? [];
  return {
    ...{ displayName, description, keywords, license, publisher: author, homepage },
    ...(path === undefined ? {} : addressesIn(path)),
  };
}

/** Returns the addresses of the logo and of the releases with the plugin on GitHub. The logo is a PNG, because SDKs for .NET expect one. */
function addressesIn(path: string): object {
  return {
    repository: `https://github.com/${path}`,
    logoUrl: `https://raw.githubusercontent.com/${path}/v${packageVersion}/docs/images/logo.png`,
    pluginDownloadURL: `github://api.github.com/${path}`,
  };
}
