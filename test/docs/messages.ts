import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** A text in the sources that can reach a user as an error, or as a part of one; `…` for what is filled in. */
export interface Message {
  readonly text: string;
  /** File and line, for the test's own report. */
  readonly at: string;
}

/** Functions that make or collect the texts of errors, besides constructors named …Error and …Failure. */
const makers = /^(report|push|gone|notFound|broken|standsAlready|removalReason|hint|at)$/;

/**
 * Collects the messages of a folder's sources: every text of three words or more that stands in the arguments of a
 * constructor of errors or of one of the makers above, or in a function that makes errors by its name or result.
 *
 * @param everyText also every text of six words or more, wherever it stands
 */
export function messagesIn(root: string, folder: string, everyText: boolean): Message[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .sort()
    .flatMap((file) => messagesOf(root, path.join(folder, file), everyText));
}

function messagesOf(root: string, file: string, everyText: boolean): Message[] {
  const text = readFileSync(path.join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  const found: Message[] = [];
  const visit = (node: ts.Node, inError: boolean): void => {
    // The name of an operation is a part of a headline, not a message.
    if (ts.isPropertyAssignment(node) && node.name.getText() === "operation") return;
    const literal = literalOf(node);
    if (literal !== undefined && (inError ? wordsIn(literal) >= 3 : everyText && wordsIn(literal) >= 6)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({ text: literal, at: `${file}:${String(line + 1)}` });
    }
    if (literal !== undefined) return;
    const inside = inError || makesErrors(node);
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, false);
  return found;
}

function makesErrors(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return /(Error|Failure)$/.test(node.expression.getText());
  if (ts.isCallExpression(node)) return makers.test(node.expression.getText().split(".").at(-1) ?? "");
  if (ts.isFunctionDeclaration(node)) {
    const result = node.type?.getText() ?? "";
    return /Error$/.test(result) || makers.test(node.name?.text ?? "") || /^fault/i.test(node.name?.text ?? "");
  }
  return false;
}

function wordsIn(text: string): number {
  return text.replace(/…/g, " ").trim().split(/\s+/).length;
}

/** The text of a literal, or of several that a plus joins. */
function literalOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join("");
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined;
  const [left, right] = [literalOf(node.left), literalOf(node.right)];
  return left === undefined || right === undefined ? undefined : left + right;
}
