// The deliberate faults of tests/mutations and server/tests/mutations.
import { serverFaults } from '../../server/tests/mutations/faults.ts';
import { lab } from '../../tests/mutations/lab-functions.ts';
import { outbox } from '../../tests/mutations/outbox.ts';
import { accountSite } from '../../tests/mutations/site-account.ts';
import { applyingSite } from '../../tests/mutations/site-applying.ts';
import { reviewScreensSite } from '../../tests/mutations/site-review-screens.ts';
import { reviewSite } from '../../tests/mutations/site-review.ts';
import { applicationsSql } from '../../tests/mutations/sql-applications.ts';
import { reviewSql } from '../../tests/mutations/sql-review.ts';

/** @typedef {import('@solostead/server-testkit/fault').Fault} Fault */
/** @typedef {'unit' | 'wire' | 'faults' | 'cluster' | 'e2e' | 'server-unit' | 'server-wire' | 'server-faults'} Stage */
/** @typedef {Fault & { area: string, record: string }} ListedFault `record` is the file of its results. */

const areas = {
  sql: [...applicationsSql, ...reviewSql],
  site: [...applyingSite, ...accountSite, ...reviewSite, ...reviewScreensSite],
  'lab-functions': lab,
  outbox,
};

/** @type {readonly ListedFault[]} */
export const allFaults = [
  ...Object.entries(areas).flatMap(([area, faults]) =>
    faults.map((fault) => ({ ...fault, area, record: 'tests/mutations/record.json' })),
  ),
  ...Object.entries(serverFaults).flatMap(([area, faults]) =>
    faults.map((fault) => ({
      ...fault,
      file: `server/${fault.file}`,
      tests: fault.tests.map((test) => `server/${test}`),
      area,
      record: 'server/tests/mutations/record.json',
    })),
  ),
];

/** Returns the faults of an area, or those whose rule contains a text. @param {readonly ListedFault[]} faults @param {{ area?: string, only?: string }} options */
export function selectFaults(faults, { area, only }) {
  const wanted = (only ?? '').toLowerCase();
  return faults.filter(({ area: of, rule }) => (area ?? of) === of && rule.toLowerCase().includes(wanted));
}

/** @param {string} test of an entry @returns {{ file: string, title: string, stage: Stage }} */
export function readTest(test) {
  const [file = '', title = ''] = test.split('#');
  const [, stage = stageOfServer(file) ?? 'unit'] = /^tests\/(wire|faults|cluster|e2e)\//.exec(file) ?? [];
  return { file, title, stage: /** @type {Stage} */ (stage) };
}

/** @param {string} file @returns {Stage | null} null for a file outside of the server */
function stageOfServer(file) {
  if (/^server\/tests\/(golden|mutations)\//.test(file)) return 'server-unit';
  if (file.startsWith('server/tests/faults/')) return 'server-faults';
  if (file.startsWith('server/tests/')) return 'server-wire';
  return file.startsWith('server/') ? 'server-unit' : null;
}
