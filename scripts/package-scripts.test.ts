import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const node = join(root, 'node_modules/.bin/node');
const manifest: { version: string; scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);
const formerNames = [
  ...['applications', 'backup', 'doctor', 'graduate', 'move', 'restore', 'restore-drill', 'seed', 'sso'],
];
const isFormer = ([, command]: [string, string]) => command.includes('former-name.mjs');
const scripts = Object.entries(manifest.scripts);

test('the scripts of package.json are fifteen, and the former names stay until version 0.3', () => {
  expect(scripts.filter((script) => !isFormer(script))).toHaveLength(15);
  const kept = manifest.version.startsWith('0.3') ? [] : formerNames;
  expect(scripts.filter(isFormer)).toEqual(
    kept.map((name) => [name, `node scripts/former-name.mjs ${name}`]),
  );
});

test.each([
  ['graduate', 'move'],
  ['restore-drill', 'drill'],
  ['seed', 'seed'],
])('%s works like %s, and prints its new name', async (name, command) => {
  const { code, stdout, stderr } = await script(name, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run solostead -- ${command} `));
  expect(stderr).toMatch(
    new RegExp(`^npm run ${name} is npm run solostead -- ${command} from version 0\\.2 on; [^\n]+\n$`),
  );
});

test('a former name fails as the command does', async () => {
  const { code, stderr } = await script('restore');
  expect(code).toBe(2);
  expect(stderr.split('\n')[1]).toMatch(/^Missing required argument 'FILE': .+\.$/);
});

const files = new Set(scripts.flatMap(([, command]) => command.match(/scripts\/[a-z-]+\.mjs/) ?? []));
test.each([...files].filter((file) => !file.includes('pictures')))(
  '%s refuses Node 20.18 in one sentence',
  async (file) => {
    const older = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.18.3"}})';
    expect(await answerOf(node, ['--import', `data:text/javascript,${older}`, file])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Node 20.18.3 is too old: install Node 20.19 or newer (https://nodejs.org).\n',
    });
  },
);

const explained = scripts.filter((script) => !isFormer(script)).map(([name]) => name);
test.each(explained.filter((name) => name !== 'fix'))('%s has a help text', async (name) => {
  const { code, stdout } = await script(name, '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm (run )?[a-z]/);
});

test('every benchmark names its measure', async () => {
  const { code, stdout } = await script('bench', '--help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}start +npm start, built and warm/m);
  expect(stdout).not.toContain('undefined');
});

interface Answer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function answerOf(file: string, args: readonly string[], env = process.env): Promise<Answer> {
  return promisify(execFile)(file, [...args], { cwd: root, env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Answer) => ({ code, stdout, stderr }),
  );
}

/** Runs a script without npm, whose start takes longer than most scripts. */
function script(name: string, ...args: string[]): Promise<Answer> {
  const PATH = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  return answerOf('/bin/sh', ['-c', `${manifest.scripts[name]} "$@"`, name, ...args], {
    ...process.env,
    PATH,
  });
}
