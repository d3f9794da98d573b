import { refusals } from '../../supabase/functions/_shared/contract/refusals.ts';
import { withoutComments } from './migration-graph.mjs';

/** @typedef {import('./migration-graph.mjs').Migration} Migration */

/** The only `raise` by which the database refuses a caller, in `private.refuse`. */
const REFUSAL = "raise sqlstate 'PGRST'";
const OTHER_REFUSAL =
  /\braise\s+(?:exception\b|insufficient_privilege\b|invalid_parameter_value\b|raise_exception\b|sqlstate\b|using\b|')[^;]{0,40}/gi;
const CALL = /(?<!function )\bprivate\.refuse\(\s*(\d+),\s*(case .*? end|'\w+')\s*,/gs;
const ANY_CALL = /(?<!function )\bprivate\.refuse\(/g;
const CODE = /(?:^|then |else )'(\w+)'/g;

/** @param {string} sql @returns {{ code: string, status: number }[]} the refusals of a file, a code as often as it is used */
const refusalsIn = (sql) =>
  [...sql.matchAll(CALL)].flatMap(([, status, codes = '']) =>
    [...codes.matchAll(CODE)].map(([, code = '']) => ({ code, status: Number(status) })),
  );

/**
 * Returns where migrations refuse a caller without a code of the contract's list, and the codes that none uses.
 *
 * @param {readonly Migration[]} migrations
 * @param {Readonly<Record<string, number>>} [listed] the status of each code
 * @returns {string[]}
 */
export function refusalProblems(migrations, listed = refusals) {
  const used = new Set();
  const problems = migrations.flatMap(({ name: file, text }) => {
    const sql = withoutComments(text);
    const found = refusalsIn(sql);
    for (const { code } of found) used.add(code);
    const raised = [...sql.replace(REFUSAL, '').matchAll(OTHER_REFUSAL)].map(
      ([raise]) => raise.split('\n')[0],
    );
    const isUnreadable = [...sql.matchAll(ANY_CALL)].length > [...sql.matchAll(CALL)].length;
    return [
      ...(isUnreadable ? [`${file} calls private.refuse without a literal status and code`] : []),
      ...raised.map((raise) => `${file} refuses by "${raise}": call private.refuse`),
      ...found
        .filter(({ code, status }) => listed[code] !== status)
        .map(({ code, status }) => `${file} refuses with ${status} ${code}, which refusals.ts does not list`),
    ];
  });
  const unused = Object.keys(listed).filter((code) => !used.has(code));
  return [...problems, ...unused.map((code) => `refusals.ts lists ${code}, which no migration uses`)];
}

const BEGIN = '<!-- npm run fix writes this list from refusals.ts -->\n';
const LIST = new RegExp(`${BEGIN}(?:\\n*- \\d+:.*\\n(?:  .*\\n)*)*`);

/** Returns a page with the list of the codes by status. @param {string} page */
export function withRefusals(page) {
  if (!LIST.test(page)) throw new Error('The page has no list of refusals.');
  /** @type {Map<number, string[]>} */
  const codes = new Map();
  for (const [code, status] of Object.entries(refusals))
    codes.set(status, [...(codes.get(status) ?? []), `\`${code}\``]);
  const lines = [...codes].map(([status, names]) => `- ${status}: ${names.join(', ')}\n`);
  return page.replace(LIST, `${BEGIN}\n${lines.join('')}`);
}
