import { describe, expect, it } from 'vitest';
import { applyFault, missingTests, problemsOf } from '@solostead/server-testkit/fault';
import { readTest, selectFaults } from './faults.mjs';

const fault = {
  rule: 'A limit holds',
  file: 'limit.ts',
  search: 'count < 10',
  replace: 'count < $& 99',
  tests: ['limit.test.ts'],
};
const files: Record<string, string> = { 'limit.ts': 'if (count < 10) run();', 'limit.test.ts': '' };
const read = (file: string) => files[file] ?? null;

it('applies a fault as it is written', () => {
  expect(applyFault(fault, files['limit.ts']!)).toBe('if (count < $& 99) run();');
});

it.each([
  ['unit', 'lab/src/a.test.ts', ''],
  ['server-unit', 'server/src/a.test.ts', ''],
  ['server-wire', 'server/tests/rest/a.test.ts', ''],
  ['wire', 'tests/wire/a.test.ts', ''],
  ['e2e', 'tests/e2e/a.spec.ts', 'one title'],
])('reads the stage %s from the path of a test', (stage, file, title) => {
  expect(readTest(title ? `${file}#${title}` : file)).toEqual({ file, title, stage });
});

it('selects faults by area and by a part of the rule', () => {
  const listed = [
    { ...fault, area: 'sql', record: 'a.json' },
    { ...fault, rule: 'A name is quoted', area: 'site', record: 'a.json' },
  ];
  expect(selectFaults(listed, { area: 'sql' })).toEqual([listed[0]]);
  expect(selectFaults(listed, { only: 'QUOTED' })).toEqual([listed[1]]);
  expect(selectFaults(listed, {})).toEqual(listed);
});

it('names the recorded tests whose file is gone', () => {
  const record = {
    sql: { 'A limit holds': 'limit.test.ts > a limit > holds', 'A name is quoted': 'gone.test.ts > a name' },
    site: { 'A press opens': '[desktop] list.spec.ts > a press', 'A key opens': null },
  };
  const missing = missingTests(record, (file) => ['limit.test.ts', 'tests/e2e/list.spec.ts'].includes(file));
  expect(missing).toEqual([
    'A name is quoted: the record names a test file that does not exist: gone.test.ts > a name',
  ]);
});

describe('problems of the list', () => {
  it.each([
    ['nothing about an entry that applies', [fault], []],
    ['a text that is gone', [{ ...fault, search: 'gone' }], [/^A limit holds: .* 0 times in limit\.ts/]],
    ['a text that occurs twice', [{ ...fault, search: 'n' }], [/ 2 times in limit\.ts/]],
    ['a file that is gone', [{ ...fault, file: 'gone.ts' }], [/gone\.ts does not exist/]],
    ['a test that is gone', [{ ...fault, tests: ['gone.test.ts'] }], [/gone\.test\.ts does not exist/]],
    ['an entry without a test', [{ ...fault, tests: [] }], [/names no test/]],
    ['a fault that changes nothing', [{ ...fault, replace: fault.search }], [/changes nothing/]],
    ['two entries of one name', [fault, fault], [/two entries/]],
  ])('include %s', (_what, faults, problems) => {
    expect(problemsOf(faults, read)).toEqual(problems.map((text) => expect.stringMatching(text)));
  });
});
