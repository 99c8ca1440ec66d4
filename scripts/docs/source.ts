import path from "node:path";
import ts from "typescript";

/** A doc comment: its text, and its tags. */
export interface Doc {
  readonly text: string;
  readonly fallback: string | undefined;
  readonly example: string | undefined;
  readonly throws: readonly string[];
  readonly internal: boolean;
}

/** A property of an interface, as it is written. */
export interface Property {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly doc: Doc;
  /** The interface that declares it. */
  readonly declaredIn: string;
}

/** A class, function or interface of the package, as it is written. */
export interface Declaration {
  readonly name: string;
  readonly doc: Doc;
  readonly signature: string;
}

/** The package's sources, asked by the names under which they are exported. */
export class Sources {
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;
  readonly #exports = new Map<string, ts.Symbol>();

  constructor(root: string, entries: readonly string[]) {
    const files = entries.map((entry) => path.join(root, entry));
    this.#program = ts.createProgram(files, {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      types: ["node"],
      noEmit: true,
    });
    this.#checker = this.#program.getTypeChecker();
    for (const file of files) this.#read(file);
  }

  #read(file: string): void {
    const source = this.#program.getSourceFile(file);
    const module = source && this.#checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${file} is no module`);
    for (const symbol of this.#checker.getExportsOfModule(module)) {
      const aliased = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
      this.#exports.set(symbol.name, aliased ? this.#checker.getAliasedSymbol(symbol) : symbol);
    }
  }

  /** The names of all exports. */
  get names(): readonly string[] {
    return [...this.#exports.keys()];
  }

  declaration(name: string): Declaration {
    const symbol = this.#symbol(name);
    const declaration = symbol.declarations?.[0];
    if (declaration === undefined) throw new Error(`${name} has no declaration`);
    return { name, doc: docOf(symbol, this.#checker), signature: signatureOf(declaration) };
  }

  /** A static method of a class. */
  staticMethod(className: string, method: string): Declaration {
    const symbol = this.#symbol(className).exports?.get(method as ts.__String);
    const declaration = symbol?.declarations?.[0];
    if (symbol === undefined || declaration === undefined) throw new Error(`${className} has no static ${method}`);
    return { name: method, doc: docOf(symbol, this.#checker), signature: signatureOf(declaration) };
  }

  /** The properties of an interface or type, inherited ones too, in the order in which they are written. */
  properties(name: string): Property[] {
    const type = this.#checker.getDeclaredTypeOfSymbol(this.#symbol(name));
    return this.#checker.getPropertiesOfType(type).map((symbol) => {
      const declaration = symbol.declarations?.[0];
      const node = declaration !== undefined && ts.isPropertySignature(declaration) ? declaration : undefined;
      const parent = node !== undefined && ts.isInterfaceDeclaration(node.parent) ? node.parent.name.text : name;
      return {
        name: symbol.name,
        type: oneLine(node?.type?.getText() ?? this.#checker.typeToString(this.#checker.getTypeOfSymbol(symbol))),
        optional: (symbol.flags & ts.SymbolFlags.Optional) !== 0,
        doc: docOf(symbol, this.#checker),
        declaredIn: parent,
      };
    });
  }

  #symbol(name: string): ts.Symbol {
    const symbol = this.#exports.get(name);
    if (symbol === undefined) throw new Error(`nothing is exported as ${name}`);
    return symbol;
  }
}

function docOf(symbol: ts.Symbol, checker: ts.TypeChecker): Doc {
  const tags = symbol.getJsDocTags(checker);
  const tag = (name: string): string | undefined => {
    const found = tags.find((candidate) => candidate.name === name);
    return found === undefined ? undefined : ts.displayPartsToString(found.text).trim();
  };
  return {
    text: prose(ts.displayPartsToString(symbol.getDocumentationComment(checker))),
    fallback: tag("default"),
    example: tag("example"),
    throws: tags.filter(({ name }) => name === "throws").map(({ text }) => prose(ts.displayPartsToString(text))),
    internal: tags.some(({ name }) => name === "internal"),
  };
}

/** A comment's paragraphs, each on one line; a link as the name it leads to. */
function prose(text: string): string {
  return text
    .replace(/\{@link ([^}]+)\}/g, "`$1`")
    .split(/\n\s*\n/)
    .map(oneLine)
    .join("\n\n");
}

/** A declaration without its comment and its body. */
function signatureOf(node: ts.Declaration): string {
  const body = (node as Partial<ts.FunctionDeclaration>).body;
  const text = node.getSourceFile().text;
  return oneLine(text.slice(node.getStart(), body?.getStart() ?? node.getEnd())).replace(/^export /, "");
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
