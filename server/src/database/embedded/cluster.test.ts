import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { UserError } from '../../configuration/user-error.ts';
import { prepareCluster } from './cluster.ts';
import type { Placement } from './placement.ts';

test('refuses data of another PostgreSQL version with what to do, and leaves it untouched', async () => {
  const data = join(newFolder(), 'postgres');
  mkdirSync(data);
  writeFileSync(join(data, 'PG_VERSION'), '17\n');
  const refusal: unknown = await prepareCluster({ data } as Placement).catch((error) => error);
  // A start prints the message of such an error alone.
  expect(refusal).toBeInstanceOf(UserError);
  expect((refusal as UserError).message).toMatch(
    /was made by PostgreSQL 17, this version runs 18: back it up .+ backup FILE.+ restore FILE/,
  );
  expect(readdirSync(data)).toEqual(['PG_VERSION']);
});
