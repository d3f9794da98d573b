import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { answerOfScript } from '@solostead/server-testkit/answer-of';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { describe, expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing();
const folder = newFolder(afterAll);

describe('commands in the documents', () => {
  test.for(lines)('%s', async (line, { server }) => {
    const here = line.replaceAll('/var/backups/solostead', join(folder, 'backups'));
    const [, script, args] = /^npm run (\S+) -- (.+)$/.exec(here)!;
    const { code, stdout } = await answerOfScript(script!, args!.split(' '), server.env);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/./)]);
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
