import { answerOf, answerOfNode, answerOfScript } from '@solostead/server-testkit/answer-of';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { operatorsProgram } from '../../harness/servers/server.ts';

// lab/src/commands/commands.test.ts has the other ways to ask for help.
test('npm run solostead -- --help lists every command on a line', async () => {
  const { args, env } = await operatorsProgram();
  const { code, stdout, stderr } = await answerOfNode([...args, '--help'], {
    env: { ...process.env, ...env },
  });
  expect([code, stderr]).toEqual([0, '']);
  const { help, ...others } = listed(stdout);
  expect(help).toBeTruthy();
  expect(Object.keys(others)).toEqual(commands);
  expect(stdout.split('\n').filter((line) => line.length > 90)).toEqual([]);
  expect(stdout.match(/^ {4}/m)).toBeNull();
});

describe('next to a running server', () => {
  test('npm run admin -- add prints the initial password and nothing else', async ({ server }) => {
    const { code, stdout, stderr } = await npm(server.env, 'admin', 'add', 'first@example.org');
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^initial password: [A-Za-z0-9]{20}\n$/);
  });

  test('an export is the only output on standard output', async ({ server }) => {
    const { code, stdout, stderr } = await answerOfScript(
      'solostead',
      ['applications', 'export'],
      server.env,
    );
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^"id","created_at",[^\n]+\r\n$/);
  });
});

const npm = (env: NodeJS.ProcessEnv, script: string, ...args: string[]) =>
  answerOf('npm', ['run', '--silent', script, '--', ...args], { env });

const commands = [
  ...[
    'admin',
    'applications',
    'backup',
    'doctor',
    'drill',
    'jobs',
    'limits',
    'migrations',
    'move',
    'repair',
    'restore',
    'retention',
    'seed',
  ],
  'sso',
];

/** The names that a help lists, with what it says of each on one line. */
const listed = (help: string): Record<string, string> =>
  Object.fromEntries(
    [...help.slice(help.indexOf('\nCommands:')).matchAll(/^ {2}([a-z-]+)(?: \S+)* {2,}(\S.*)$/gm)].map(
      ([, name, says]) => [name!, says!],
    ),
  );
