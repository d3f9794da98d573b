import ts from 'typescript';

/** A text that people may read, with its line. @typedef {{ line: number, text: string }} ShownText */

/** Several words, or a label of one word. */
const HAS_WORDS = /\p{Letter}+[ ,;:.!?’']+\p{Letter}|^\s*\p{Lu}\p{Ll}{4,}\s*$/u;

/** @param {string} source @param {number} at */
const lineAt = (source, at) => source.slice(0, at).split('\n').length;

/** Returns the strings and JSX texts in a script that have words. @param {string} file @param {string} source */
function textsOfScript(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  /** @type {ShownText[]} */
  const texts = [];
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isJsxAttribute(node) && node.name.getText(tree) === 'className') return;
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isJsxText(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node);
    if (isText && HAS_WORDS.test(node.text))
      texts.push({ line: lineAt(source, node.getStart(tree)), text: node.text });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return texts;
}

/** Returns the string literals of several words in SQL. @param {string} source */
const textsOfSql = (source) =>
  [...source.replaceAll(/--.*$/gm, '').matchAll(/'((?:[^'\n]|'')*)'/g)]
    .filter(([, text = '']) => HAS_WORDS.test(text) && /^\p{Lu}|[.!?]$/u.test(text))
    .map(({ 1: text = '', index }) => ({ line: lineAt(source, index), text: text.replaceAll("''", "'") }));

/** Returns each line of a page or of the pages' content, without comments. @param {string} source */
const textsOfLines = (source) =>
  source
    .split('\n')
    .flatMap((text, index) => (/^\s*(?:#|\/\/|import\b)/.test(text) ? [] : [{ line: index + 1, text }]));

/** Returns the texts of a file that people may read. @param {string} file @param {string} source @returns {ShownText[]} */
export function readTexts(file, source) {
  if (/\.(?:tsx?|mjs)$/.test(file)) return textsOfScript(file, source);
  if (file.endsWith('.sql')) return textsOfSql(source);
  return textsOfLines(source);
}
