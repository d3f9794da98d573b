import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from './fixtures.ts';

/** The blocks of the golden files of the data API's unit tests. */
const folder = join(import.meta.dirname, '../golden');
const blocks = globSync('*.golden.sql', { cwd: folder }).flatMap((name) =>
  readFileSync(join(folder, name), 'utf8').split('\n\n'),
);

it('prepares every statement of the golden files on the schema of fixture.sql', async ({ lab }) => {
  const refused: string[] = [];
  let prepared = 0;
  for (const block of blocks)
    for (const statement of block
      .replaceAll(/^-- .*\n?/gm, '')
      .replace(/^----.*\n?/, '')
      .split(/;$/m)) {
      // An EXPLAIN is prepared for what it explains.
      const text = statement.trim().replace(/^explain \([^)]*\)/, '');
      if (text === '') continue;
      prepared += 1;
      await lab
        .sql(
          `do $do$ begin
             set local search_path = lab, public, extensions;
             execute 'prepare golden as ' || $golden$${text}$golden$;
             deallocate golden;
           end $do$`,
        )
        .catch((error: Error) => refused.push(`${block}: ${error.message}`));
    }
  expect(refused).toEqual([]);
  expect(prepared).toBeGreaterThan(25);
});
