import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answerOf } from '@solostead/server-testkit/answer-of';
import { newFolder } from '@solostead/server-testkit/new-folder';

const root = join(import.meta.dirname, '../..');
const wanted = {
  '': { name: 'project' },
  site: { version: '1.0.0' },
  'node_modules/site': { link: true },
  'node_modules/used': { version: '2.0.0' },
  'node_modules/of-this-platform': {
    version: '3.0.0',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
  },
  'node_modules/of-another-platform': { version: '3.0.0', optional: true, os: ['aix'], cpu: ['ppc64'] },
};
const { '': _, 'node_modules/of-another-platform': __, ...present } = wanted;

test.each([
  ['nothing after a complete npm ci', 0, present],
  ['a package that is missing', 1, { ...present, 'node_modules/used': undefined }],
  ['a package of another version', 1, { ...present, 'node_modules/used': { version: '1.9.0' } }],
  ['the programs of this platform', 1, { ...present, 'node_modules/of-this-platform': undefined }],
  ['everything in a fresh clone', 1, null],
])('an install fetches %s', async (_case, code, packages) => {
  const clone = newFolder();
  cpSync(join(root, 'scripts'), join(clone, 'scripts'), { recursive: true });
  cpSync(join(root, 'server/start.mjs'), join(clone, 'server/start.mjs'));
  for (const folder of ['process', 'configuration'])
    cpSync(join(root, 'server/src', folder), join(clone, 'server/src', folder), { recursive: true });
  for (const folder of ['node_modules', 'programs']) mkdirSync(join(clone, folder));
  const write = (file: string, value: object) => writeFileSync(join(clone, file), JSON.stringify(value));
  write('package.json', { type: 'module', workspaces: [] });
  write('package-lock.json', { packages: wanted });
  if (packages) write('node_modules/.package-lock.json', { packages });
  writeFileSync(join(clone, 'programs/npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const PATH = `${join(clone, 'programs')}:${process.env['PATH']}`;
  const options = { cwd: clone, env: { PATH } };
  const answer = await answerOf(process.execPath, ['scripts/install.mjs', 'tests'], options);
  expect([answer.code, answer.stderr.includes('Installing packages')]).toEqual([code, code === 1]);
});
