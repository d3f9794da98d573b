// The list of deliberate faults in tests/mutations: reads it, checks it, applies an entry to a text.
import { auth } from '../../tests/mutations/auth.ts';
import { dataApi } from '../../tests/mutations/data-api.ts';
import { lab } from '../../tests/mutations/lab-functions-gateway.ts';
import { site } from '../../tests/mutations/site.ts';
import { applicationsSql } from '../../tests/mutations/sql-applications.ts';
import { reviewSql } from '../../tests/mutations/sql-review.ts';

/** @typedef {import('../../tests/mutations/fault.ts').Fault} Fault */
/** @typedef {'unit' | 'wire' | 'faults' | 'cluster' | 'e2e' | 'server-unit' | 'server-wire' | 'server-faults'} Stage */
/** @typedef {Fault & { area: string }} ListedFault */

const areas = {
  auth,
  'data-api': dataApi,
  sql: [...applicationsSql, ...reviewSql],
  site,
  'lab-functions-gateway': lab,
};

/** @type {readonly ListedFault[]} */
export const allFaults = Object.entries(areas).flatMap(([area, faults]) =>
  faults.map((fault) => ({ ...fault, area })),
);

/** Those of an area, or whose rule contains a text. @param {readonly ListedFault[]} faults @param {{ area?: string, only?: string }} options */
export function selectFaults(faults, { area, only }) {
  const wanted = (only ?? '').toLowerCase();
  return faults.filter(({ area: of, rule }) => (area ?? of) === of && rule.toLowerCase().includes(wanted));
}

/** @param {Fault} fault @param {string} source @returns {string} the source with the fault in it */
export function applyFault({ rule, file, search, replace }, source) {
  const count = source.split(search).length - 1;
  if (count !== 1) throw new Error(`${rule}: the text to replace occurs ${count} times in ${file}`);
  return source.replace(search, () => replace);
}

/** @param {string} test of an entry @returns {{ file: string, title: string, stage: Stage }} */
export function readTest(test) {
  const [file = '', title = ''] = test.split('#');
  const [, stage = stageOfServer(file) ?? 'unit'] = /^tests\/(wire|faults|cluster|e2e)\//.exec(file) ?? [];
  return { file, title, stage: /** @type {Stage} */ (stage) };
}

/** @param {string} file @returns {Stage | null} null for a file outside of the server */
function stageOfServer(file) {
  if (file.startsWith('server/tests/faults/')) return 'server-faults';
  if (file.startsWith('server/tests/')) return 'server-wire';
  return file.startsWith('server/') ? 'server-unit' : null;
}

/**
 * Returns a sentence for each invalid entry, with its rule.
 * @param {readonly Fault[]} faults @param {(file: string) => string | null} read answers null for a missing file
 */
export function problemsOf(faults, read) {
  const rules = faults.map(({ rule }) => rule);
  return faults.flatMap((fault, place) => {
    const { rule, file, search, replace, tests } = fault;
    const source = read(file);
    const problems = tests
      .filter((test) => read(readTest(test).file) === null)
      .map((test) => `${rule}: the test file ${test} does not exist`);
    if (tests.length === 0) problems.push(`${rule}: names no test`);
    if (rules.indexOf(rule) !== place) problems.push(`${rule}: two entries have this name`);
    if (search === replace) problems.push(`${rule}: changes nothing`);
    if (source === null) return [...problems, `${rule}: ${file} does not exist`];
    try {
      applyFault(fault, source);
      return problems;
    } catch (error) {
      return [...problems, /** @type {Error} */ (error).message];
    }
  });
}
