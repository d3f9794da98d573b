// Reports exports that no other file imports.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { fromRoot, root } from '../lib/project.mjs';

/** Files that are not imported by name: Astro's routes, the benchmarks of run.ts, configurations, drawings. */
const READ_ELSEWHERE =
  /^(site\/src\/pages\/|site\/film\/|bench\/[\w-]+\.ts$|server\/tests\/fixtures\/|server\/tests\/harness\/servers\/main)|(^|\/)[\w.-]+\.config\.m?[jt]s$|^\.[\w-]+\.mjs$/;
/** Files whose default export is read by Supabase's runtime, Playwright or Vitest. */
const DEFAULT_READ_ELSEWHERE =
  /^(supabase\/functions\/[\w-]+\/index\.ts|tests\/e2e\/[\w/-]*setup\.ts|scripts\/lib\/vitest-report\.mjs|server\/tests\/harness\/servers\/end-shared-servers\.ts)$/;

/** @param {string} file @param {string} text @returns {string} the script of an Astro component: its fence and the content of <script> */
function scriptOf(file, text) {
  if (!file.endsWith('.astro')) return text;
  const fence = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? '';
  const scripts = [...text.matchAll(/<script\b(?![^>]*\/>)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script]) => script,
  );
  return [fence, ...scripts].join('\n;\n');
}

/** @param {string} file @returns {ts.SourceFile} */
function parse(file) {
  const text = scriptOf(file, readFileSync(fromRoot(file), 'utf8'));
  const kind = /\.(tsx|astro)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
}

/** @param {ts.Node} node @returns {boolean} */
const isExported = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** @param {ts.Node} node @returns {boolean} */
const isDefault = (node) =>
  ts.canHaveModifiers(node) &&
  (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword);

/** @param {ts.Statement} node @returns {ts.Node[]} the names that a statement exports */
function exportedNames(node) {
  if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause)) {
    return node.exportClause.elements.map(({ name }) => name);
  }
  if (ts.isExportAssignment(node) || !isExported(node)) return [];
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name)
        ? [name]
        : name.elements.flatMap((element) => ('name' in element ? [element.name] : [])),
    );
  }
  return 'name' in node && node.name ? [/** @type {ts.Node} */ (node.name)] : [];
}

/** @param {ts.Node} node @returns {{ from: ts.Node | undefined, names: string[] } | null} what a node takes from another module; '*' is all of it */
function takenBy(node) {
  if (ts.isImportDeclaration(node)) {
    const bindings = node.importClause?.namedBindings;
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : null;
    const names = named
      ? named.map(({ name, propertyName }) => (propertyName ?? name).text)
      : bindings
        ? ['*']
        : [];
    return { from: node.moduleSpecifier, names };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    const named =
      node.exportClause && ts.isNamedExports(node.exportClause) ? node.exportClause.elements : null;
    return {
      from: node.moduleSpecifier,
      names: named ? named.map(({ name, propertyName }) => (propertyName ?? name).text) : ['*'],
    };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { from: node.arguments[0], names: ['*'] };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    const { qualifier } = node;
    return {
      from: node.argument.literal,
      names: [qualifier && ts.isIdentifier(qualifier) ? qualifier.text : '*'],
    };
  }
  return null;
}

/** @param {ts.Statement} node @returns {Set<string>} names in what other files see of an export: all but the bodies of functions */
function namesInSignature(node) {
  /** @type {Set<string>} */
  const names = new Set();
  /** @param {ts.Node} part */
  const visit = (part) => {
    if (ts.isBlock(part) || ('name' in node && part === node.name)) return;
    if (ts.isIdentifier(part)) names.add(part.text);
    ts.forEachChild(part, visit);
  };
  if (isExported(node)) ts.forEachChild(node, visit);
  return names;
}

/** @param {ts.Node} name @returns {boolean} */
const isType = ({ parent }) => ts.isInterfaceDeclaration(parent) || ts.isTypeAliasDeclaration(parent);

/** @type {Map<string, Set<string>>} names that are imported, by the file that has them */
const imported = new Map();
/** @type {{ file: string, line: number, name: string }[]} */
const exported = [];

/** @param {string} file */
function read(file) {
  const source = parse(file);
  /** @param {ts.Node} node */
  const visit = (node) => {
    const { from, names } = takenBy(node) ?? {};
    if (from && names && ts.isStringLiteralLike(from) && from.text.startsWith('.')) {
      const target = join(dirname(file), from.text.replace(/\?.*$/, ''));
      imported.set(target, new Set([...(imported.get(target) ?? []), ...names]));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  if (file.endsWith('.astro') || file.endsWith('.d.ts') || READ_ELSEWHERE.test(file)) return;
  for (const name of source.statements.flatMap(exportedNames)) {
    // A type that an export mentions is part of the export, although no file imports it.
    const others = source.statements.filter((statement) => statement !== name.parent);
    if (isType(name) && others.some((statement) => namesInSignature(statement).has(name.getText()))) continue;
    const { line } = source.getLineAndCharacterOfPosition(name.getStart());
    exported.push({ file, line: line + 1, name: isDefault(name.parent) ? 'default' : name.getText() });
  }
}

const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js', '*.astro'],
  { cwd: root, encoding: 'utf8' },
);
for (const file of listed.trim().split('\n')) if (existsSync(fromRoot(file))) read(file);

const unused = exported.filter(({ file, name }) => {
  const names = imported.get(file);
  if (name === 'default' && DEFAULT_READ_ELSEWHERE.test(file)) return false;
  return !names?.has('*') && !names?.has(name);
});
for (const { file, line, name } of unused) console.log(`${file}:${line} ${name}: no other file imports it`);
if (unused.length > 0) console.log(`${unused.length} exports that nothing imports`);
process.exit(unused.length > 0 ? 1 : 0);
