import type { Args } from "./args";
import type { PullZoneInputs } from "./pullZone";
import type { StorageFolderInputs } from "./storageFolder";
import type { StorageZoneInputs } from "./storageZone";

/** Changes the arguments of a part: some that replace the component's, or a function that returns all. */
export type ArgsTransform<Inputs> = Partial<Args<Inputs>> | ((args: Args<Inputs>) => Args<Inputs>);

/** Changes the arguments of a website's parts. */
export interface WebsiteTransform {
  /** The arguments of the storage zone. */
  storageZone?: ArgsTransform<StorageZoneInputs>;
  /** The arguments of the pull zone. */
  pullZone?: ArgsTransform<PullZoneInputs>;
  /** The arguments of the storage folder. */
  folder?: ArgsTransform<StorageFolderInputs>;
}
