import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { runInProcess } from '@solostead/server-testkit/run-in-process';
import { commandLine, runProgram, serverCommands } from '@solostead/server/commands';
import { labCommands } from './lab-commands.ts';

const folder = newFolder(afterAll);
const at = (name: string) => join(folder, name);
writeFileSync(at('a-file'), 'text');
writeFileSync(at('not.json'), 'text');
writeFileSync(at('list.json'), '[]');
mkdirSync(at('a-directory'));

describe('arguments that the parser refuses', () => {
  test.each<[string[], string, string]>([
    [['aplications'], "Unknown command 'aplications' (did you mean applications?)", ''],
    [['nothing-like-it'], "Unknown command 'nothing-like-it'", ''],
    [['help', 'nothing-like-it'], "Unknown command 'nothing-like-it'", ''],
    [['help', '--hlep'], "Unknown command '--hlep'", ''],
    [['--hlep'], "Unknown option '--hlep' (did you mean --help?)", ''],
    [['admin', 'ad'], "Unknown command 'ad' (did you mean add?)", 'admin'],
    [['doctor', 'kyes'], "Unknown command 'kyes' (did you mean keys?)", 'doctor'],
    [['admin', 'add'], "Missing required argument 'EMAIL'", 'admin add'],
    [
      ['applications', 'list', '--limt', '3'],
      "Unknown option '--limt' (did you mean --limit?)",
      'applications list',
    ],
    [['backup', '--keep'], "Option '--keep <N>' argument missing", 'backup'],
    [['restore', 'a', 'secret'], "Too many arguments for 'restore'", 'restore'],
    [['sso', 'add'], "Required option '--metadata <FILE|URL>' not specified", 'sso add'],
  ])('%j point to the help', async (args, sentence, command) => {
    const help = `${commandLine(command).trim()} --help shows what there is.`;
    expect(await refusal(args)).toEqual([2, `${sentence}: ${help}`]);
  });

  test.each<[string[], RegExp]>([
    [
      ['backup', 'FOLDER/a-directory'],
      /^\/.+a-directory is a directory: say how many backups to keep there, such as --keep 7\.$/,
    ],
    [['backup', 'FOLDER/a-directory', '--keep', 'x'], /^--keep takes a whole number from 1\.$/],
    [['applications', 'list', '--limit', 'x'], /^--limit takes a whole number from 1\.$/],
    [
      ['applications', 'export', '--format', 'xml'],
      /^Option '--format <FORMAT>' argument 'xml' is invalid, allowed choices are csv, json: .+/,
    ],
    [['admin', 'add', 'nope'], /^nope is not an email address\.$/],
    [['admin', 'sign-out', 'someone@x'], /^someone@x is not an email address\.$/],
    [['doctor', '--mail', 'nope'], /^nope is not an email address\.$/],
    [['limits', 'set', 'page'], /^Say what to change: --caller, --network, --everyone or --minutes\.$/],
    [['limits', 'set', 'page', '--caller', '0'], /^--caller takes a whole number from 1\.$/],
    [['limits', 'set', 'page', '--minutes', 'none'], /^--minutes takes a whole number from 1\.$/],
    [['seed', 'some'], /^COUNT, unless it is remove, takes a whole number from 1\.$/],
    [['move', 'nonsense'], /^The target must be a PostgreSQL URL .+ in SUPABASE_DATABASE_URL\.$/],
    [['move'], /^The target must be a PostgreSQL URL .+ in SUPABASE_DATABASE_URL\.$/],
    [
      ['move', 'postgres://a:b@c/d'],
      /^Other users .+ can read a password .+ set SUPABASE_DATABASE_URL instead\.$/,
    ],
    [['move', '--back', 'postgres://a@c/d?password=b'], /^Other users .+ can read a password /],
    [['applications', 'close', '--until', 'tomorrow'], /^--until must be a day .+, and tomorrow is none\.$/],
    [['applications', 'close', '--until', '2027-02-30'], /^--until must be a day .+ 2027-02-30 is none\.$/],
    [['applications', 'close', '--until', '0000-01-01'], /^--until must be a day .+ 0000-01-01 is none\.$/],
    [['jobs', '--cron', 'project'], /^--cron needs an https address, not "project"\.$/],
  ])('%j are explained', async (args, sentence) => {
    expect(await refusal(args)).toEqual([2, expect.stringMatching(sentence)]);
  });
});

test.each<[string[], RegExp]>([
  [
    ['backup', 'FOLDER/no-such-directory/x.backup'],
    /^There is no directory \/.+no-such-directory: make it, or name another place\.$/,
  ],
  [['backup', 'FOLDER/a-file/x.backup'], /^\/.+a-file is no directory: name another place\.$/],
  [
    ['backup', 'FOLDER/a-file', '--keep', '2'],
    /^\/.+a-file exists already and is no directory: name another place\.$/,
  ],
  [['restore', 'FOLDER/a-file'], /^\/.+a-file is not a backup that .+ has written\.$/],
  [['drill'], /^Name a backup or a directory of backups, or set BACKUP_DIR\.$/],
  [['drill', 'FOLDER/a-directory'], /^There is no whole backup of this installation in \/.+a-directory\.$/],
  [['sso', 'add', '--metadata', 'FOLDER/none'], /^\/.+none cannot be read\.$/],
  [
    ['sso', 'add', '--metadata', 'FOLDER/a-file', '--mapping', 'FOLDER/not.json'],
    /^\/.+not\.json is not JSON\.$/,
  ],
  [
    ['sso', 'add', '--metadata', 'https://idp.example', '--mapping', 'FOLDER/list.json'],
    /^\/.+list\.json is not a mapping as --help shows it\.$/,
  ],
  [
    ['sso', 'add', '--metadata', 'https://idp.example', '--domains', 'a.example,'.repeat(101)],
    /^--domains: Too big: expected array to have <=100 items\.$/,
  ],
])('%j fails in one sentence before it opens the database', async (args, sentence) => {
  vi.stubEnv('DATA_DIR', at('data'));
  vi.stubEnv('BACKUP_DIR', '');
  expect(await refusal(args)).toEqual([1, expect.stringMatching(sentence)]);
});

/** Runs the program and returns its exit code and what it printed as its failure. */
async function refusal(args: readonly string[]): Promise<[exitCode: number, printed: string]> {
  const named = args.map((text) => text.replace('FOLDER', folder));
  const { code, stderr } = await runInProcess(named, () => runProgram([...labCommands, ...serverCommands]));
  return [code, stderr.trimEnd()];
}
