import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readBuildInfo } from './build-info.ts';

const server = join(import.meta.dirname, '../..');

test('names the version of the package and the commit of the repository', () => {
  const { version } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as { version: string };
  const commit = existsSync(join(server, '../.git'))
    ? execFileSync('git', ['-C', server, 'rev-parse', 'HEAD'], { encoding: 'utf8' })
    : null;
  expect(readBuildInfo({})).toEqual({ version, commit: commit?.slice(0, 12) ?? null });
});

test('takes the commit of an image from its environment', () => {
  expect(readBuildInfo({ SOLOSTEAD_COMMIT: '0123456789abcdef' }).commit).toBe('0123456789ab');
});
