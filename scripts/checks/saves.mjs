// Refuses a writing request of the review area outside useSave and moves/, which send one request at a time.
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { listFiles } from '../lib/list-files.mjs';
import { fromRoot } from '../lib/project.mjs';

/** Tests, and files whose requests do not come from a form, with the reasons. */
const exempt = new RegExp(
  [
    '\\.test\\.tsx?$',
    // Moves and scores are sent in their order.
    'review/moves/',
    'review/shared/rating/use-scorecard\\.ts$',
    // The palette changes several applications one after the other.
    'review/workspace/palette/use-quick-changes\\.ts$',
    // Exports and reading ahead only read, and log that they do.
    'review/shared/rows/use-read-ahead\\.ts$',
    'review/workspace/export/exporting\\.ts$',
    'review/screens/(access-log/LogExport|application/DataRequest)\\.tsx$',
    // An undo or a stop is offered once, by a toast or a key.
    'review/(kernel/data/saves|moves/mail/use-stop-mail)\\.ts$',
    // useSave calls it through NamingForm.
    'review/workspace/saved-views/use-saved-views\\.ts$',
  ].join('|'),
);

/** The functions of the data API that write: PL/pgSQL and SQL functions that are neither stable nor immutable. */
const writing = new Set(
  listFiles('supabase/migrations/*.sql')
    .map((file) => readFileSync(fromRoot(file), 'utf8'))
    .flatMap((text) => [...text.matchAll(/create (?:or replace )?function public\.(\w+)([^$]*)\$/gi)])
    .filter(([, , header = '']) => !/\b(stable|immutable)\b/i.test(header))
    .map(([, name = '']) => name),
);

/** @param {import('typescript').CallExpression} node @returns {string | null} the request, if it writes */
function requestOf({ expression, arguments: [first] }) {
  const name = first && ts.isStringLiteral(first) ? first.text : '';
  if (ts.isIdentifier(expression)) return expression.text === 'call' && writing.has(name) ? name : null;
  if (!ts.isPropertyAccessExpression(expression)) return null;
  const method = expression.name.text;
  const isTable = /\btable\(/.test(expression.expression.getText());
  return isTable && ['insert', 'update', 'upsert', 'delete'].includes(method) ? `table.${method}` : null;
}

/** Returns true if a save or a query sends the request. Some functions that read also log. @param {import('typescript').Node} node */
function isInSave(node) {
  for (let above = node.parent; above; above = above.parent) {
    if (ts.isCallExpression(above) && /^use\w*Save$/.test(above.expression.getText())) return true;
    if (ts.isPropertyAssignment(above) && above.name.getText() === 'queryFn') return true;
  }
  return false;
}

let found = 0;
for (const file of listFiles('site/src/admin/*.ts*').filter((name) => !exempt.test(name))) {
  const text = readFileSync(fromRoot(file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    const request = ts.isCallExpression(node) ? requestOf(node) : null;
    if (request && !isInSave(node)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      console.log(`${file}:${line + 1} sends ${request} outside useSave`);
      found += 1;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}
process.exitCode = found > 0 ? 1 : 0;
