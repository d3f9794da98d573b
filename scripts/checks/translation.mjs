// Refuses text of the site's scripts that is not alone in an element. A browser's translation replaces each text node,
// and React then fails when it removes the text that it knows, or inserts something before it.
import ts from 'typescript';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

/** Parts of the page's HTML that have no script. */
const withoutScript = /^site\/src\/(landing|case-study)\//;

const { config } = ts.readConfigFile(fromRoot('site', 'tsconfig.json'), ts.sys.readFile);
const { options } = ts.parseJsonConfigFileContent(config, ts.sys, fromRoot('site'));
const files = listFiles('site/src/*.tsx').filter((file) => !withoutScript.test(file));
const program = ts.createProgram(
  files.map((file) => fromRoot(file)),
  { ...options, noEmit: true },
);
const types = program.getTypeChecker();

/**
 * Returns true if a value of this type may be shown as text. `seen` ends at a type that contains itself.
 * @param {import('typescript').Type} type
 * @returns {boolean}
 */
function mayBeText(type, seen = new Set()) {
  if (seen.has(type)) return false;
  seen.add(type);
  // The type of {name && <b>{name}</b>} has it, and React shows nothing for it.
  if (type.isStringLiteral() && type.value === '') return false;
  if (type.isUnion()) return type.types.some((one) => mayBeText(one, seen));
  const { StringLike, NumberLike, BigIntLike, Any, Unknown } = ts.TypeFlags;
  if (type.flags & (StringLike | NumberLike | BigIntLike | Any | Unknown)) return true;
  if (!types.isArrayType(type)) return false;
  const [item] = types.getTypeArguments(/** @type {import('typescript').TypeReference} */ (type));
  return item !== undefined && mayBeText(item, seen);
}

/** @param {import('typescript').JsxTagNameExpression} tag */
const isComponent = (tag) => !/^[a-z]/.test(tag.getText());

/** Returns true if a text in the source never changes. @param {import('typescript').JsxChild} child */
const isFixed = (child) =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) && child.expression !== undefined && ts.isStringLiteral(child.expression));

/** @param {import('typescript').JsxChild} child */
const isText = (child) =>
  ts.isJsxText(child) ||
  (ts.isJsxExpression(child) &&
    child.expression !== undefined &&
    mayBeText(types.getTypeAtLocation(child.expression)));

/** Returns true if React may insert something here later. @param {import('typescript').JsxChild} child */
function mayCome(child) {
  if (isFixed(child)) return false;
  if (!ts.isJsxElement(child) && !ts.isJsxSelfClosingElement(child)) return true;
  const { tagName, attributes } = ts.isJsxElement(child) ? child.openingElement : child;
  return isComponent(tagName) || attributes.properties.some(({ name }) => name?.getText() === 'key');
}

/** Returns true if a child is only in the source. @param {import('typescript').JsxChild} child */
const isNothing = (child) =>
  (ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) ||
  (ts.isJsxExpression(child) && !child.expression);

/**
 * The texts that a translation breaks. Fixed text may be next to others, after nothing that comes and goes.
 * @param {import('typescript').JsxElement | import('typescript').JsxFragment} parent
 */
function brokenIn(parent) {
  const children = parent.children.filter((child) => !isNothing(child));
  if (ts.isJsxFragment(parent)) return children.filter(isText);
  if (children.length < 2) return [];
  const isHost = !isComponent(parent.openingElement.tagName);
  return children.filter(
    (child, at) => isText(child) && !(isHost && isFixed(child) && !children.slice(0, at).some(mayCome)),
  );
}

/**
 * Returns true if one of our components shows a text without an element.
 * @param {import('typescript').JsxOpeningElement | import('typescript').JsxSelfClosingElement} tag
 */
function showsBareText(tag) {
  if (!isComponent(tag.tagName)) return false;
  const signature = types.getResolvedSignature(tag);
  if (!signature || signature.declaration?.getSourceFile().isDeclarationFile !== false) return false;
  return mayBeText(signature.getReturnType());
}

/** @param {import('typescript').Node} node @returns {readonly import('typescript').Node[]} */
function findingsIn(node) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return brokenIn(node);
  const isTag = ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node);
  return isTag && showsBareText(node) ? [node] : [];
}

let found = 0;
for (const file of files) {
  const source = program.getSourceFile(fromRoot(file));
  if (!source) throw new Error(`${file} is not in the program`);
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    for (const finding of findingsIn(node)) {
      const { line } = source.getLineAndCharacterOfPosition(finding.getStart());
      const words = finding.getText().trim().replaceAll(/\s+/g, ' ').slice(0, 60);
      console.log(
        `${file}:${line + 1} put this text alone into an element, a translation replaces it: ${words}`,
      );
      found += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
process.exitCode = found > 0 ? 1 : 0;
