import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyTree, firstFailure } from '../../scripts/lib/fault-trial.mjs';
import { listen } from '../../scripts/lib/run.mjs';

const FACTS = 'supabase/functions/_shared/contract/statuses.ts';
const DISPLAY = 'site/src/admin/review/kernel/status/status-display.ts';

test('a seventh status is a compile error in its two tables, and then the database’s difference fails a test', async () => {
  const copy = copyTree();
  const add = (file: string, before: string, text: string) => {
    const source = readFileSync(join(copy, file), 'utf8');
    expect(source.split(before)).toHaveLength(2);
    writeFileSync(join(copy, file), source.replace(before, `${text}${before}`));
  };
  add(FACTS, "  'withdrawn',\n", "  'paused',\n");
  expect(await compileErrors(copy)).toEqual([DISPLAY, FACTS]);

  add(
    FACTS,
    '  withdrawn: {',
    '  paused: { isOpen: true, isDecision: false, isAnswer: false, moves: [] },\n',
  );
  add(
    DISPLAY,
    '  withdrawn: {',
    "  paused: { label: 'Paused', bulkAction: 'Pause', key: null, mark: 'ring', tone: 'neutral' },\n",
  );
  expect(await firstFailure(copy, 'tests/wire/applications/contract.test.ts#status')).toContain(
    'statuses, their facts and the moves between them are those of the database',
  );
});

/** The files in which the compiler finds errors, of everything and then of the site, each once. */
async function compileErrors(copy: string): Promise<string[]> {
  const compiler = join(copy, 'node_modules/typescript-7/bin/tsc');
  const outputs: string[] = [];
  for (const folder of ['.', 'site'])
    outputs.push(
      (await listen(process.execPath, [compiler, '-p', folder, '--noEmit'], { cwd: copy })).output,
    );
  const files = [...outputs.join('\n').matchAll(/^([^\s(]+)\(\d+,\d+\): error/gm)].map(([, file]) => file!);
  return [...new Set(files)].toSorted();
}
