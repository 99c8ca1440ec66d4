import { chmodSync } from "node:fs";
import path from "node:path";
import { buildSync } from "esbuild";

/**
 * Bundles the native plugin with its dependencies into one executable file. This is a script because quotes and file modes in an npm command work
 * only in some shells.
 */

const root = path.join(__dirname, "..");
const bundle = path.join(root, "plugin", "package", "pulumi-resource-cdn");

buildSync({
  entryPoints: [path.join(root, "provider", "serve", "native", "main.ts")],
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20",
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "linked",
  banner: { js: "#!/usr/bin/env node" },
  outfile: bundle,
  logLevel: "warning",
});
chmodSync(bundle, 0o755);
