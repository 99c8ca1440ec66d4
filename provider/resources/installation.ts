import { createRequire } from "node:module";
import path from "node:path";
import { ConfigurationError, withoutStack } from "../api/errors";
import { providerModule } from "../serve/dynamic/providerText";

/** Folder in which the program was started, unless it changed the folder before it loaded this package. */
const startedIn = process.cwd();
let isInstalled = false;

/**
 * Checks that this package can be loaded from the program's folder, as Pulumi's provider process does. If packages are nested, as with pnpm, it is
 * not enough that a library of the program depends on this package.
 *
 * @throws {ConfigurationError} if the Pulumi CLI runs the program and the package can't be loaded from there
 */
export function checkInstallation(): void {
  // Only the Pulumi CLI sets this variable. With the Automation API, the provider process may start in another folder, and a unit test has no
  // provider process.
  const rootDirectory = process.env["PULUMI_NODEJS_ROOT_DIRECTORY"];
  if (isInstalled || rootDirectory === undefined) return;
  isInstalled = canLoad(startedIn) || canLoad(rootDirectory);
  if (!isInstalled) {
    throw withoutStack(
      new ConfigurationError(
        "Add pulumi-cdn-zones to the dependencies in the program's package.json: Pulumi loads it from the program's folder " +
          `(${startedIn}), not from a library that depends on it`,
      ),
    );
  }
}

function canLoad(folder: string): boolean {
  try {
    createRequire(path.join(folder, "index.js")).resolve(providerModule);
    return true;
  } catch (error) {
    // Other errors are left to the provider process.
    return (error as { code?: unknown }).code !== "MODULE_NOT_FOUND";
  }
}
