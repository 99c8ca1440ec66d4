/** The key under which an explicit provider tells its process its own name, after which its variables are called. */
export const providerNameKey = "cdn:providerName";
