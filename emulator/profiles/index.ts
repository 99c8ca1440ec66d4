import { contract } from "./contract";
import type { Profile } from "./profile";
import { recorded } from "./recorded";

/** How an emulator answers. @param isContract the option `contract` */
export function profileOf({ contract: isContract = false }: { readonly contract?: boolean | undefined }): Profile {
  return isContract ? contract : recorded;
}
