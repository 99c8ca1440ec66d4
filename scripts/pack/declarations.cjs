"use strict";
// The declarations that a user's compiler reaches from the package's entries, statement by statement: what only the package
// itself uses is left out, and indentation is a quarter.
const path = require("node:path");
const ts = require("typescript");

/** @returns {Map<string, string>} the text of each declaration file that is needed, by its path in dist */
function reachableDeclarations(dist, entries) {
  const rootNames = entries.map((entry) => path.join(dist, `${entry}.d.ts`));
  const program = ts.createProgram(rootNames, {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    target: ts.ScriptTarget.ES2022,
    types: ["node"],
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  /** Statements and import or export specifiers that are needed. */
  const kept = new Set();

  const isOurs = (node) => node.getSourceFile().fileName.startsWith(`${dist.split(path.sep).join("/")}/`);

  const needSymbol = (symbol) => {
    for (const declaration of symbol?.declarations ?? []) {
      if (!isOurs(declaration) || ts.isSourceFile(declaration)) continue;
      needNode(declaration);
    }
    if (symbol !== undefined && symbol.flags & ts.SymbolFlags.Alias)
      needSymbol(checker.getImmediateAliasedSymbol(symbol));
  };

  const needNode = (declaration) => {
    if (ts.isImportSpecifier(declaration) || ts.isExportSpecifier(declaration)) return void kept.add(declaration);
    const statement = statementOf(declaration);
    // A name within a statement, such as a parameter's or a property's, comes with it.
    if (statement === undefined || kept.has(statement)) return;
    kept.add(statement);
    if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) return;
    const visit = (node) => {
      if (ts.isIdentifier(node)) needSymbol(checker.getSymbolAtLocation(node));
      ts.forEachChild(node, visit);
    };
    visit(statement);
  };

  for (const name of rootNames) {
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(name)))) {
      needSymbol(symbol);
    }
  }

  const texts = new Map();
  for (const file of program.getSourceFiles()) {
    if (!isOurs(file)) continue;
    const text = file.statements.map((statement) => textOf(statement, kept)).join("");
    if (text !== "") texts.set(path.relative(dist, file.fileName).split(path.sep).join("/"), tidy(text));
  }
  return texts;
}

function statementOf(node) {
  let at = node;
  while (at.parent !== undefined && !ts.isSourceFile(at.parent)) at = at.parent;
  return at.parent === undefined ? undefined : at;
}

function textOf(statement, kept) {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : statement;
  const named = ts.isImportDeclaration(statement)
    ? clause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? clause.exportClause
      : undefined;
  if (named === undefined || !(ts.isNamedImports(named) || ts.isNamedExports(named))) {
    return kept.has(statement) ? statement.getFullText() : "";
  }
  const names = named.elements.filter((element) => kept.has(element)).map((element) => element.getText());
  if (names.length === 0) return "";
  const whole = statement.getText();
  const [from, to] = [named.getStart() - statement.getStart(), named.getEnd() - statement.getStart()];
  return `\n${whole.slice(0, from)}{ ${names.join(", ")} }${whole.slice(to)}`;
}

/** The comment at the head of a file goes with the first statement; a file that lost all its exports stays a module. */
function tidy(text) {
  const trimmed = text.replace(/^(?: {4})+/gm, (indent) => " ".repeat(indent.length / 4)).trim();
  return `${/^(export|import)\b/m.test(trimmed) ? trimmed : `${trimmed}\nexport {};`}\n`;
}

module.exports = { reachableDeclarations };
