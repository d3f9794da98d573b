import { afterAll, beforeAll } from 'vitest';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answerOf } from '../../../server/tests/harness/answer-of.ts';
import { describe, expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing();
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'solostead-docs-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

describe('commands in the documents', () => {
  test.for(lines)('%s', async (line, { server }) => {
    const here = line.replaceAll('/var/backups/solostead', join(folder, 'backups'));
    const { code, stdout } = await answerOf('/bin/sh', ['-c', here], { env: server.env });
    expect([code, stdout]).toEqual([0, expect.stringMatching(/./)]);
  });

  test('every variable that they name exists', () => {
    const known = text('.env.example');
    for (const [, name] of text('docs/operating.md').matchAll(/^([A-Z_]{4,})=/gm))
      expect(known).toContain(`#${name}=`);
  });
});

const root = join(import.meta.dirname, '../../..');
const documents = ['docs/operating.md', 'docs/supabase.md'];
const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Code blocks whose info string is exactly `info`. */
const blocks = (path: string, info: string) =>
  [...text(path).matchAll(new RegExp(`^\`\`\`${info}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code]) =>
    code!.trim(),
  );

const lines = documents.flatMap((path) => blocks(path, 'sh run').flatMap((block) => block.split('\n')));
