import { createRequire } from "node:module";
import path from "node:path";
import { ConfigurationError, withoutStack } from "../api/errors";
import { providerModule } from "../serve/dynamic/providerText";

/** The folder that the program was started in, unless it changed it before it loaded this package. */
const startedIn = process.cwd();
let isInstalled = false;

/**
 * Pulumi's provider process loads this package from the program's folder, so a library that brings it is not enough where packages are
 * nested, as with pnpm.
 *
 * @throws {ConfigurationError} if the Pulumi CLI runs the program and the package can't be loaded from there
 */
export function checkInstallation(): void {
  // Only the Pulumi CLI sets this. With the Automation API the provider process may be started in another folder, and a unit test
  // has none.
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
    // Anything else is left to the provider process.
    return (error as { code?: unknown }).code !== "MODULE_NOT_FOUND";
  }
}
