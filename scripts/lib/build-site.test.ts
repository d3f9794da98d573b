import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { isBuilt } from './build-site.mjs';

test.each(['', '{"finger'])('a build whose stamp is damaged is stale: %j', (stamp) => {
  const dist = join(newFolder(), 'dist');
  mkdirSync(dist);
  writeFileSync(`${dist}.json`, stamp);
  expect(isBuilt(dist, {})).toBe(false);
});
