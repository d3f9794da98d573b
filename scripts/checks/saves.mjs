// A lint rule of .oxlintrc.json: the review area sends a writing request by useSave or in moves/, one at a time.
import { globSync, readFileSync } from 'node:fs';
import { fromRoot } from '../lib/project.mjs';

/** The functions of the data API that write: PL/pgSQL and SQL functions that are neither stable nor immutable. */
const writing = new Set(
  globSync(fromRoot('supabase/migrations/*.sql'))
    .flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/create (?:or replace )?function public\.(\w+)([^$]*)\$/gi),
    ])
    .filter(([, , header = '']) => !/\b(stable|immutable)\b/i.test(header))
    .map(([, name = '']) => name),
);

/** @param {any} node a call @param {string} receiver the code before its name @returns {string | null} the request, if it writes */
function requestOf({ callee, arguments: [first] }, receiver) {
  if (callee.type === 'Identifier')
    return callee.name === 'call' && writing.has(first?.value) ? first.value : null;
  const isWrite = ['insert', 'update', 'upsert', 'delete'].includes(callee.property?.name);
  return isWrite && /\btable\(/.test(receiver) ? `table.${callee.property.name}` : null;
}

/** Returns true if a save or a query sends the request. Some functions that read also log. @param {any} node */
function isInSave({ parent }) {
  for (let above = parent; above; above = above.parent)
    if (
      /^use\w*Save$/.test(above.callee?.name) ||
      (above.type === 'Property' && above.key.name === 'queryFn')
    )
      return true;
  return false;
}

export default {
  meta: { name: 'review' },
  rules: {
    saves: {
      /** @param {any} context */
      create: (context) => ({
        /** @param {any} node */
        CallExpression(node) {
          const receiver = node.callee.object ? context.sourceCode.getText(node.callee.object) : '';
          const request = requestOf(node, receiver);
          if (request && !isInSave(node))
            context.report({
              node,
              message: `${request} is sent outside of useSave. Use it, or list the file with its reason in .oxlintrc.json.`,
            });
        },
      }),
    },
  },
};
