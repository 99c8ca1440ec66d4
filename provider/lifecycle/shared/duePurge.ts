/** The key under which a state notes that something was changed, but the caches were not emptied yet. */
export const duePurgeKey = "__purgeIsDue";
