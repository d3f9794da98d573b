// Tries the deliberate faults one at a time and records which test catches each.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, refuseArguments } from '../server/start.mjs';
import { copyTree, firstFailure } from './lib/fault-trial.mjs';
import { applyFault, missingTests, problemsOf } from '@solostead/server-testkit/fault';
import { allFaults, selectFaults } from './lib/faults.mjs';
import { fromRoot } from './lib/project.mjs';

const HELP = `npm run mutate [-- OPTIONS]: tries deliberate faults and records which test catches each
  --area NAME   only one list: sql site lab-functions outbox, and auth data-api gateway of the server
  --only TEXT   only rules that contain this text
  --check       verify that every entry applies, run nothing
Faults are tried in a copy under the temporary folder. Results go to tests/mutations/record.json, the server's to
server/tests/mutations/record.json.
Exits with 1 when a fault was not caught or an entry does not apply.`;

/** @typedef {import('./lib/faults.mjs').ListedFault} ListedFault */
/** @typedef {Record<string, Record<string, string | null>>} CaughtBy The test that caught each rule of an area, or null. */

/** Reads the record each time, because several runs may write it. @param {string} file @returns {CaughtBy} */
const readRecord = (file) =>
  existsSync(fromRoot(file)) ? JSON.parse(readFileSync(fromRoot(file), 'utf8')) : {};

/** Keeps a result, and none of rules that are no longer listed. @param {ListedFault} fault @param {string | null} test */
function keep({ area, rule, record: file }, test) {
  const former = readRecord(file);
  former[area] = { ...former[area], [rule]: test };
  /** @type {CaughtBy} */
  const record = {};
  for (const fault of allFaults.filter((one) => one.record === file && one.rule in (former[one.area] ?? {})))
    (record[fault.area] ??= {})[fault.rule] = former[fault.area][fault.rule];
  writeFileSync(fromRoot(file), `${JSON.stringify(record, null, 2)}\n`);
}

/** True for each test that passes without a fault. @type {Map<string, boolean>} */
const sound = new Map();

/**
 * The first test that fails with the fault and passes without it.
 * @param {string} copy @param {ListedFault} fault @returns {Promise<string | null>} its title
 */
async function catchFault(copy, fault) {
  const place = join(copy, fault.file);
  const source = readFileSync(place, 'utf8');
  for (const test of fault.tests) {
    writeFileSync(place, applyFault(fault, source));
    const title = await firstFailure(copy, test).finally(() => writeFileSync(place, source));
    if (title === null) continue;
    if (!sound.has(test)) sound.set(test, (await firstFailure(copy, test)) === null);
    if (sound.get(test)) return title;
    console.log(`${test} fails without a fault`);
  }
  return null;
}

/** @param {readonly ListedFault[]} faults @returns {Promise<number>} how many were not caught */
async function tryFaults(faults) {
  const copy = copyTree();
  let missed = 0;
  for (const fault of faults) {
    const begun = Date.now();
    const caught = await catchFault(copy, fault);
    keep(fault, caught);
    if (!caught) missed += 1;
    const seconds = Math.round((Date.now() - begun) / 1_000);
    console.log(`${caught ? `caught by ${caught}` : 'NOT CAUGHT'}: ${fault.rule} (${seconds} s)`);
  }
  return missed;
}

const { values: options } = readArguments(HELP, {
  area: { type: 'string' },
  only: { type: 'string' },
  check: { type: 'boolean' },
});
const chosen = selectFaults(allFaults, options);
if (chosen.length === 0) refuseArguments(HELP, 'No entry has this area and text');
const read = (/** @type {string} */ file) =>
  existsSync(fromRoot(file)) ? readFileSync(fromRoot(file), 'utf8') : null;
const problems = problemsOf(allFaults, read);
if (options.check)
  for (const file of new Set(allFaults.map(({ record }) => record)))
    problems.push(...missingTests(readRecord(file), (test) => existsSync(fromRoot(file, '../../..', test))));
process.exitCode = problems.length > 0 ? 1 : 0;
if (problems.length > 0) console.log(problems.join('\n'));
else if (options.check) console.log(`${allFaults.length} entries apply`);
else {
  const missed = await tryFaults(chosen);
  console.log(`${chosen.length - missed} caught, ${missed} not caught`);
  process.exitCode = missed > 0 ? 1 : 0;
}
