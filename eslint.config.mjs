import markdown from "@eslint/markdown";
import { createNodeResolver, importX } from "eslint-plugin-import-x";
import tseslint from "typescript-eslint";

/** The layers of the provider: each may import those before it. */
const layers = [
  ...[
    "types",
    "wire",
    "kinds",
    "api",
    "declared",
    "run",
    "files",
    "lifecycle",
    "components",
    "serve",
    "resources",
    "functions",
  ],
].map((folder) => `provider/${folder}`);
const version = "provider/version.ts";

/** What the files of a folder may import besides their own folder. Arrows point downwards only. */
const mayImport = {
  ...Object.fromEntries(layers.map((layer, index) => [layer, [...layers.slice(0, index), version]])),
  "provider/*.ts": [...layers, "provider/website.ts"],
  // The plugin's schema has what the manifest of its npm package says.
  "provider/serve": [...layers.slice(0, layers.indexOf("provider/serve")), version, "plugin/package/package.json"],
  terminal: [],
  drift: [...layers.slice(0, layers.indexOf("provider/serve")), version, "terminal", "docs/drift-report.schema.json"],
  emulator: ["provider/wire"],
  cli: ["drift", "emulator", "provider", "terminal"],
  "tools/local-engine": [],
  // Examples import the package by name, which resolves to dist.
  examples: ["dist"],
};

/** Phrases that a native reader reads twice, and what to write in their place. */
const plainWords = {
  ", (too|also)(?=[.,;:)]|$)": 'put "also" in front of what it adds',
  "(is|are|be) told": 'write "reports", "names" or "says", with a subject',
  "[Ii]t is unknown": 'say who does not know it, or "it is not known"',
  "in place of": 'write "instead of"',
  "(stands?|stood)(?! (for|out))": 'write "is", "exists" or "stays"',
  "(take|takes|taking|taken|took) over|takeovers?": 'write "adopt" or "import"',
  "belong(s|ing)? to (nobody|somebody)": 'name the owner, or write "in no resource"',
  "doubled|anew|any more(?=[.,;])": 'write "twice", "again" or "no longer"',
  "(mends?|mended|twins?|witness(es)?)": 'write "fix", "duplicate" or "second check"',
  "(and|or) its like": 'write "and similar fields"',
};

const published = ["provider/**", "drift/**", "emulator/**", "cli/**", "terminal/**"];

export default tseslint.config(
  { ignores: ["dist/", "coverage/", "node_modules/", "sdk/", "**/*.cjs", "**/*.mjs", "**/*.js"] },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    plugins: { "import-x": importX },
    settings: { "import-x/resolver-next": [createNodeResolver({ extensions: [".ts", ".js"] })] },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/consistent-type-imports": ["error", { disallowTypeAnnotations: false }],
      // A require in a function loads a module only when it is needed.
      "@typescript-eslint/no-require-imports": "off",
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "no-console": "error",
      "import-x/no-restricted-paths": ["error", { zones: Object.entries(mayImport).map(zone) }],
    },
  },
  {
    files: published,
    rules: {
      "import-x/no-cycle": ["error", { commonjs: true }],
      "no-restricted-properties": ["error", { object: "URL", property: "canParse", message: "use wire/url.ts" }],
      "import-x/no-extraneous-dependencies": ["error", { devDependencies: false, includeTypes: true }],
    },
  },
  {
    // Generated classes: an interface of the same name declares their outputs, and one without own members keeps its name in messages.
    files: ["provider/resources/*.ts"],
    rules: {
      "@typescript-eslint/no-unsafe-declaration-merging": "off",
      "@typescript-eslint/no-empty-object-type": "off",
    },
  },
  {
    // What these print may come from a state or the service: one function each escapes lines, quotes values and writes comments.
    files: ["cli/**", "drift/**", "terminal/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "CallExpression[callee.property.name='write']", message: "print with cli/print.ts" },
        {
          selector: "MemberExpression[object.name='process'][property.name=/^std(out|err)$/]",
          message: "print with cli/print.ts",
        },
        { selector: "TemplateElement[value.cooked=/\\/\\/ $/]", message: "write comments with commentOf" },
        {
          selector:
            ":not(TaggedTemplateExpression) > TemplateLiteral[expressions.length>0] > TemplateElement:not([tail=true])[value.cooked=/(pulumi config set[^.]*|pulumi import|pulumi-cdn-zones import|curl [^.]*|export [A-Z_]+=|--(stack|target|file|secret)) ?$/]",
          message: "write commands with shell`…`",
        },
      ],
    },
  },
  {
    // Published in another package, as one bundled file.
    files: ["provider/serve/native/**"],
    rules: { "import-x/no-extraneous-dependencies": "off" },
  },
  {
    files: ["test/**/*.ts", "examples/**/*.ts"],
    rules: { "@typescript-eslint/no-unused-expressions": "off", "@typescript-eslint/require-await": "off" },
  },
  {
    files: ["**/*.md"],
    plugins: { markdown },
    language: "markdown/gfm",
    languageOptions: { frontmatter: "yaml" },
    rules: { "no-restricted-syntax": ["error", ...Object.entries(plainWords).map(inText)] },
  },
);

/** Forbids a phrase in the text of a page, where a line break is as good as a space. Code and addresses are no text. */
function inText([phrase, message]) {
  const words = `(?<![-\\w])(${phrase})(?![-\\w])`.replaceAll(" ", "\\s+").replace("(?<![-\\w])(,", "(,");
  return { selector: `text[value=/${words}/]`, message };
}

function zone([folder, others]) {
  const except = [folder, "node_modules", ...others].map((path) => `./${path}`);
  return { target: `./${folder}`, from: "./", except, message: "see mayImport in eslint.config.mjs" };
}
