// Generated from the field tables in provider/wire by `npm run generate`.

/** An access list of a shield. */
export interface GetShieldAccessListResult {
  /** ID of the list. */
  id: number;
  /** ID of what the shield does with the list. */
  configurationId: number;
  /** Name of the list. */
  name: string;
  /** Type of the entries. */
  type: number;
  /** What happens to a request that matches. */
  action: number;
  /** Whether the list is in use. */
  isEnabled: boolean;
  /** The entries, one a line. */
  content?: string;
}

/** The access lists of a shield. */
export interface ShieldAccessLists {
  /** The own lists. */
  customLists: GetShieldAccessListResult[];
}

/** The entries of an access list. */
export interface ShieldAccessListContent {
  /** ID of the list. */
  id: number;
  /** The entries, one a line. */
  content?: string;
}

/** An access list of a shield. */
export interface ShieldAccessListDetails {
  /** ID of the shield. */
  shieldZoneId: number;
  /** Name of the list. */
  name: string;
  /** Type of the entries: a `ShieldListType`. */
  type: number;
  /** Entries of the list. */
  entries: string[];
  /** Description of the list. */
  description?: string;
  /** What happens to a request that matches: a `ShieldListAction`. */
  action: number;
  /** Whether the list is in use. */
  enabled: boolean;
  /** ID of the list. */
  listId: number;
  /** ID of what the shield does with the list. */
  configurationId: number;
  /** Number of entries. */
  entryCount: number;
}

/** What a program declares about an access list. */
export interface ShieldAccessListInputs {
  /** ID of the shield: its output `shieldZoneId`, not the ID of the pull zone. Changing it replaces the list. */
  shieldZoneId: number;
  /** Name of the list. */
  name: string;
  /** Type of the entries: a `ShieldListType` or another integer. Changing it replaces the list. */
  type: number;
  /** Entries of the list, of its type: addresses such as `"203.0.113.7"`, networks such as `"203.0.113.0/24"`, numbers of autonomous systems such as `"64500"`, country codes such as `"DE"`, organizations, or JA4 fingerprints. Spaces around an entry are removed. */
  entries: string[];
  /** Description of the list, which the service does not show. Changing it replaces the list. */
  description?: string;
  /** What happens to a request that matches: a `ShieldListAction` or another integer. If several lists match, the order is `Bypass`, `Allow`, `Block`, `Challenge`, `Log`. */
  action: number;
  /** Whether the list is in use. @default true */
  enabled?: boolean;
  /** Adopts the access list of this name and type that the shield already has and applies the declared settings to it, instead of adding another one. If several have the name, the creation fails. @default false */
  adopt?: boolean;
}
