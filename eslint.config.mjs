import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["dist/", "coverage/", "node_modules/", "**/*.cjs", "**/*.mjs", "**/*.js"] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      // A require in a function is how something is loaded only when it is needed.
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "no-console": "error",
    },
  },
  {
    files: ["test/**", "examples/**"],
    rules: { "@typescript-eslint/no-unused-expressions": "off", "@typescript-eslint/require-await": "off" },
  },
);
