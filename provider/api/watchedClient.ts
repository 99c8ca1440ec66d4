import type { CallOptions } from "./client";
import { CdnClient } from "./client";
import { UnexpectedResponseError } from "./errors";
import type { Settings } from "./settings";

/** A client that says which storage zones are written through it: before an update or a deletion, after an addition. */
export class WatchedClient extends CdnClient {
  constructor(
    settings: Settings,
    private readonly wrote: (id: number) => void,
  ) {
    super(settings);
  }

  override async addStorageZone(
    ...args: Parameters<CdnClient["addStorageZone"]>
  ): ReturnType<CdnClient["addStorageZone"]> {
    try {
      const zone = await super.addStorageZone(...args);
      this.wrote(zone.id);
      return zone;
    } catch (error) {
      if (error instanceof UnexpectedResponseError && error.zoneId !== undefined) this.wrote(error.zoneId);
      throw error;
    }
  }

  override updateStorageZone(...args: Parameters<CdnClient["updateStorageZone"]>): Promise<void> {
    this.wrote(Number(args[0]));
    return super.updateStorageZone(...args);
  }

  override deleteStorageZone(id: number | string, options?: CallOptions): Promise<void> {
    this.wrote(Number(id));
    return super.deleteStorageZone(id, options);
  }
}
