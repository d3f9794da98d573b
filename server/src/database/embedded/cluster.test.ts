import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../tests/harness/new-folder.ts';
import { prepareCluster } from './cluster.ts';
import type { Placement } from './placement.ts';

test('refuses data of another PostgreSQL version with what to do, and leaves it untouched', async () => {
  const data = join(newFolder(), 'postgres');
  mkdirSync(data);
  writeFileSync(join(data, 'PG_VERSION'), '17\n');
  await expect(prepareCluster({ data } as Placement)).rejects.toThrow(
    /was made by PostgreSQL 17, this version runs 18: back it up .+ backup FILE.+ restore FILE/,
  );
  expect(readdirSync(data)).toEqual(['PG_VERSION']);
});
