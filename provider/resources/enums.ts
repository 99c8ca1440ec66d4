/**
 * Tier that stores a storage zone's data. Source: contract (the values), assumption (the names).
 * Publicly, Edge requires the main region DE.
 */
export const ZoneTier = { Standard: 0, Edge: 1 } as const;

/** S3 support of a storage zone. Source: contract (the values), assumption (the names). */
export const StorageZoneType = { Standard: 0, S3: 1 } as const;
