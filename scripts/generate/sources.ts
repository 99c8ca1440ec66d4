import path from "node:path";
import ts from "typescript";

/** A property of an interface, as it is written. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly doc: string;
  /** Its `@default`. */
  readonly fallback: string | undefined;
}

/** Gives the properties of an interface, inherited ones too, by the name under which it is exported. */
export type PropertiesOf = (name: string) => Property[];

export function propertiesIn(root: string, entries: readonly string[]): PropertiesOf {
  const { config } = ts.readConfigFile(path.join(root, "tsconfig.json"), (file) => ts.sys.readFile(file)) as {
    config: unknown;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const files = entries.map((entry) => path.join(root, entry));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const modules = files.map((file) => checker.getSymbolAtLocation(program.getSourceFile(file) as ts.Node) as ts.Symbol);
  const exported = modules.flatMap((module) => checker.getExportsOfModule(module));

  const aliased = (symbol: ts.Symbol): ts.Symbol =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
  // Types such as "DE" | (string & {}): an editor completes the known values, and any other string will do.
  const openTypes = new Map(
    exported.map((symbol) => {
      const declaration = aliased(symbol).declarations?.find(ts.isTypeAliasDeclaration);
      return [symbol.name, /\((string|number) & \{\}\)$/.exec(declaration?.type.getText() ?? "")?.[1]];
    }),
  );

  const propertyOf = (symbol: ts.Symbol): Property => {
    const node = symbol.declarations?.[0];
    const written = node !== undefined && ts.isPropertySignature(node) ? node.type?.getText() : undefined;
    const type = oneLine(written ?? checker.typeToString(checker.getTypeOfSymbol(symbol)));
    const fallback = symbol.getJsDocTags(checker).find(({ name }) => name === "default");
    return {
      name: symbol.name,
      type: type.replace(/\w+/g, (word) => openTypes.get(word) ?? word),
      optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
      doc: oneLine(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
      fallback: fallback && ts.displayPartsToString(fallback.text).trim(),
    };
  };
  return (name) => {
    const symbol = exported.find((candidate) => candidate.name === name);
    if (symbol === undefined) throw new Error(`nothing is exported as ${name}`);
    return checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(aliased(symbol))).map(propertyOf);
  };
}

/** A comment or a type without line breaks; a link as the name it leads to. */
function oneLine(text: string): string {
  return text
    .replace(/\{@link ([^}]+)\}/g, "`$1`")
    .replace(/\s+/g, " ")
    .trim();
}

/** The type of a value that may be given as an Input: of the value itself. */
export function withoutInput(type: string): string {
  const plain = type.replace(/pulumi\.Input<((?:[^<>]|<[^<>]*>)*)>/g, "$1").replace(/ \| (null|undefined)/g, "");
  return plain === type ? plain : withoutInput(plain);
}
