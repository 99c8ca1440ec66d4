import { packageVersion } from "../../../version";

/** The manifest of the plugin's npm package. The release names the repository in it. */
export interface Manifest {
  readonly displayName: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly author: string;
  readonly homepage: string;
  readonly repository?: { readonly url: string };
}

/** What registries and editors show of the package. */
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

/** Where the repository on GitHub has the picture and, attached to its releases, the plugin. SDKs for .NET take the picture for a PNG. */
function addressesIn(path: string): object {
  return {
    repository: `https://github.com/${path}`,
    logoUrl: `https://raw.githubusercontent.com/${path}/v${packageVersion}/docs/images/logo.png`,
    pluginDownloadURL: `github://api.github.com/${path}`,
  };
}
