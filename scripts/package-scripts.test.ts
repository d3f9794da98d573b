import { expect, test } from 'vitest';
import { answerOfNode, answerOfScript, manifest } from '@solostead/server-testkit/answer-of';

const scripts = Object.entries(manifest.scripts);

test('no script needs a package, or a newer Node, before it has installed them', () => {
  const first = scripts.map(([, command]) => command.split(' && ')[0]);
  for (const command of first) expect(command).toMatch(/node scripts\/[a-z-]+\.mjs( [a-z-]+)?$/);
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

const names = Object.keys(manifest.scripts);

test.each(names)('%s has a help text', async (name) => {
  const { code, stdout } = await answerOfScript(name, ['--help']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/npm (run )?[a-z]/);
  expect(stdout).not.toContain('undefined');
  if (name === 'bench') expect(stdout).toMatch(/^ {2}start +npm start, built and warm/m);
});

/** Programs that are no script of npm, as the documents name them. */
const programs = {
  'node server/src/main.ts': ['server/src/main.ts'],
  'node lab/src/main.ts': ['--conditions=source', 'lab/src/main.ts'],
  'node check.mjs': ['server/check.mjs'],
  'npm test': ['server/test.mjs'],
  'npm run build': ['server/build.mjs'],
};

/** The scripts, without those of the operators' program (lab/src/commands/refusals.test.ts). */
const readers = names.filter((name) => !/^(?:admin|retention|solostead)$/.test(name));

/** Refused everywhere, and what some programs refuse besides. */
const refused: readonly (readonly [name: string, args: string])[] = [
  ...[...readers, 'solostead', ...Object.keys(programs)].map((name) => [name, '--fo'] as const),
  ...readers.map((name) => [name, name === 'test' ? 'unit fo' : 'fo'] as const),
  ['check', '--freeze'],
  ['check', 'types --freeze'],
  ['soak', '60m 0'],
  ['soak', '60m 12 more'],
  ['fuzz', ''],
  ['fuzz', 'rest many'],
  ['mutate', '--only'],
  ['mutate', '--area nowhere'],
  ['check:launch', '--site=yes'],
];
test.each(refused)('%s refuses "%s" with one line and exit code 2', async (name, text) => {
  const args = text.split(' ').filter(Boolean);
  const program: readonly string[] | undefined = programs[name as keyof typeof programs];
  const answer = program ? answerOfNode([...program, ...args]) : answerOfScript(name, args);
  expect(await answer).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(
      /^[^\n]+: (?:npm [a-z: ]+ -- |node [\w./]+ ).*--help shows what there is\.\n$/,
    ),
  });
});
