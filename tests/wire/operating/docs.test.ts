import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { manifest } from '@solostead/server-testkit/answer-of';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { describe, expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing();
const folder = newFolder(afterAll);

describe('commands in the documents', () => {
  test.for(lines)('%s', async (line, { server }) => {
    const here = line.replaceAll('/var/backups/solostead', join(folder, 'backups'));
    const [, script = '', args = ''] = /^npm run (\S+) -- (.+)$/.exec(here)!;
    // program.test.ts runs it by npm, which takes longer than most commands.
    const [, name = ''] = /^node scripts\/solostead\.mjs(.*)$/.exec(manifest.scripts[script]!)!;
    const [command = '', ...rest] = `${name} ${args}`.trim().split(' ');
    expect(await server.command(command, ...rest)).toMatch(/./);
  });

  test('every variable that they name exists', () => {
    const known = text('.env.example');
    for (const [, name] of text('docs/operating.md').matchAll(/^([A-Z_]{4,})=/gm))
      expect(known).toContain(`#${name}=`);
  });
});

const root = join(import.meta.dirname, '../../..');
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** The commands of the code blocks marked `run`. */
const lines = [...text('docs/operating.md').matchAll(/^```sh run\n([\s\S]*?)^```/gm)].flatMap(([, code]) =>
  code!.trim().split('\n'),
);
