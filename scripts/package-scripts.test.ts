import { expect, test } from 'vitest';
import { answerOfNode, answerOfScript, manifest } from '@solostead/server-testkit/answer-of';

const scripts = Object.entries(manifest.scripts);

test('no script needs a package, or a newer Node, before it has installed them', () => {
  const first = scripts.filter(([name]) => name !== 'fix').map(([, command]) => command.split(' && ')[0]);
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

test.each(Object.keys(manifest.scripts).filter((name) => name !== 'fix'))(
  '%s has a help text',
  async (name) => {
    const { code, stdout } = await answerOfScript(name, ['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/npm (run )?[a-z]/);
    expect(stdout).not.toContain('undefined');
    if (name === 'bench') expect(stdout).toMatch(/^ {2}start +npm start, built and warm/m);
  },
);
