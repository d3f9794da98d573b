// Keeps one style for constants: a module's number, string or pattern is UPPER_CASE, anything else camelCase or PascalCase.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { fromRoot, root } from '../lib/project.mjs';

const UPPER = /^[A-Z][A-Z0-9_]*$/;
const arithmetic = new Set(['+', '-', '*', '/', '**']);

/** @param {ts.Expression | undefined} node @returns {boolean} whether it is a number, a string or a pattern as written, or a sum of them */
function isLiteral(node) {
  if (!node) return false;
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return isLiteral(node.expression);
  }
  if (ts.isPrefixUnaryExpression(node)) return isLiteral(node.operand);
  if (ts.isBinaryExpression(node)) {
    return arithmetic.has(node.operatorToken.getText()) && [node.left, node.right].every(isTerm);
  }
  return ts.isLiteralExpression(node);
}

/** @param {ts.Expression} node a side of a sum: a literal, or a constant that is one */
const isTerm = (node) => isLiteral(node) || (ts.isIdentifier(node) && UPPER.test(node.text));

/** @param {string} file @returns {string[]} one line for each constant that breaks the style */
function findings(file) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : undefined;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  return source.statements
    .filter(ts.isVariableStatement)
    .filter(({ declarationList }) => declarationList.flags & ts.NodeFlags.Const)
    .flatMap(({ declarationList }) => declarationList.declarations)
    .filter(
      ({ name, initializer }) => ts.isIdentifier(name) && isLiteral(initializer) !== UPPER.test(name.text),
    )
    .map(({ name, initializer }) => {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart());
      const wanted = isLiteral(initializer) ? 'UPPER_CASE (a number, string or pattern)' : 'camelCase';
      return `${file}:${line + 1} ${name.getText()}: write it in ${wanted}`;
    });
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
});
const found = files.trim().split('\n').flatMap(findings);
for (const line of found) console.log(line);
if (found.length > 0) console.log(`${found.length} constants in another style`);
process.exit(found.length > 0 ? 1 : 0);
