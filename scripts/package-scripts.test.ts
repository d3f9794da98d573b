import { expect, test } from 'vitest';
import { answerOfNode, answerOfScript, manifest } from '@solostead/server-testkit/answer-of';

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

test('no script needs a package, or a newer Node, before it has installed them', () => {
  const first = scripts.filter(([name]) => name !== 'fix').map(([, command]) => command.split(' && ')[0]);
  for (const command of first) expect(command).toMatch(/node scripts\/[a-z-]+\.mjs( [a-z-]+)?$/);
});

test.each([
  ['graduate', 'move'],
  ['restore-drill', 'drill'],
  ['seed', 'seed'],
])('%s works like %s, and prints its new name', async (name, command) => {
  const { code, stdout, stderr } = await answerOfScript(name, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(new RegExp(`^Usage: npm run solostead -- ${command} `));
  expect(stderr).toMatch(
    new RegExp(`^npm run ${name} is npm run solostead -- ${command} from version 0\\.2 on; [^\n]+\n$`),
  );
});

test('a former name fails as the command does', async () => {
  const { code, stderr } = await answerOfScript('restore');
  expect(code).toBe(2);
  expect(stderr.split('\n')[1]).toMatch(/^Missing required argument 'FILE': .+\.$/);
});

const files = new Set(scripts.flatMap(([, command]) => command.match(/scripts\/[a-z-]+\.mjs/) ?? []));
test.each([...files])('%s refuses Node 20.18 in one sentence', async (file) => {
  const older = 'Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.18.3"}})';
  expect(await answerOfNode(['--import', `data:text/javascript,${older}`, file])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Node 20.18.3 is too old: install Node 20.19 or newer (https://nodejs.org).\n',
  });
});

test.each([...files])('%s imports no TypeScript, which Node 20 cannot read', async (file) => {
  const { stderr } = await answerOfNode(['--no-experimental-strip-types', file, '--help']);
  expect(stderr).not.toContain('ERR_UNKNOWN_FILE_EXTENSION');
});

const explained = scripts.filter((script) => !isFormer(script)).map(([name]) => name);
test.each(explained.filter((name) => name !== 'fix'))('%s has a help text', async (name) => {
  const { code, stdout } = await answerOfScript(name, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm (run )?[a-z]/);
  expect(stdout).not.toContain('undefined');
  if (name === 'bench') expect(stdout).toMatch(/^ {2}start +npm start, built and warm/m);
});
