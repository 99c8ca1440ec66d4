/** The version of this package, as in its package.json; a test holds them equal. */
export const packageVersion = "0.5.0";
