import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleApplication } from '../../harness/applicant.ts';
import { mailsTo } from '../../harness/applicant-page.ts';
import { describe, expect, test as base } from '../../harness/fixtures.ts';
import { operatorsProgram } from '../../harness/servers/server.ts';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const test = base.extend('run', { scope: 'file' }, async ({ server, page }) => {
  for (const row of [first, second]) expect((await page.apply(row)).error).toBeNull();
  return (...args: string[]) => server.command('applications', ...args);
});

describe('npm run solostead -- applications', () => {
  test('lists the newest first, without characters that control a terminal', async ({ run }) => {
    const lines = (await run('list')).trimEnd().split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain(second.email);
    expect(lines[0]).toContain('submitted  unconfirmed (email none)');
    expect(lines[0]).not.toMatch(/[\u001b\u202e]/);
    expect(lines[1]).toContain(first.email);
    expect(lines[2]).toBe('2 applications.');
    expect(await run('list', '--limit', '1')).toMatch(/1 of 2 applications/);
    expect(await run('list', '--archived')).toBe('No archived applications yet.\n');
  });

  // csv.test.ts has the rules for a cell.
  test('exports CSV without formulas, which is logged without an account', async ({ run, log }) => {
    const text = await run('export');
    expect(text).toMatch(/^"id","created_at","name","email","linkedin","sectors","q1"/);
    expect(text).toMatch(/^(?:"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*\r\n){3}$/);
    expect(text).toContain(`"'=cmd|/c calc!A1","${first.email}","${first.linkedin}"`);
    expect(await log.entries()).toMatchObject([
      { kind: 'export_started', actor: null, detail: { format: 'csv', by: 'command line' } },
      { kind: 'export_ended', rows: 2 },
    ]);
  });

  test('exports JSON of everything into a file that only its owner can read', async ({ server, run }) => {
    await server.sql`insert into public.application_evidence (application_id, link, words)
      select id, 'https://one.example', 'One thing' from public.applications where email = ${second.email}`;
    const file = join(server.dataDir, 'all.json');
    writeFileSync(file, 'earlier', { mode: 0o644 });
    expect(await run('export', '--format', 'json', '--output', file)).toBe(
      `2 applications written to ${file}.\n`,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(text).not.toMatch(CONTROL);
    expect(JSON.parse(text)).toMatchObject([
      { ...first, evidence_link: null },
      { ...second, evidence_link: 'https://one.example', evidence_words: 'One thing' },
    ]);
    expect(readdirSync(server.dataDir).filter((name) => name.startsWith('all.json'))).toEqual(['all.json']);
  });

  test('ends quietly when an export’s reader stops, and records it as stopped', async ({ server, log }) => {
    const { args, env } = await operatorsProgram();
    const child = spawnWithUs(node, [...args, 'applications', 'export'], { env: { ...server.env, ...env } });
    child.stdout.destroy();
    let printed = '';
    child.stderr.on('data', (chunk) => (printed += chunk));
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(printed).toBe('');
    expect(await log.kinds()).toEqual(['export_started', 'export_stopped']);
  });

  test('queues a mail for one applicant, or gives the reason why not', async ({ server, run }) => {
    expect(await run('resend', second.email.toUpperCase())).toMatch(/^1 confirmation email queued/);
    await expect.poll(() => mailsTo(server, second.email)).toHaveLength(1);
    await expect(run('resend', 'unknown@example.org')).rejects.toThrow(/no unconfirmed application/);
  });
});

const node = join(import.meta.dirname, '../../../node_modules/.bin/node');
const first = sampleApplication({ name: '=cmd|/c calc!A1', sectors: 'Say "hi",\nand -1' });
const second = sampleApplication({
  name: 'Sample\u001b[2J\u202eBuilder\u009b31m',
  sectors: '\u3164=1+1',
  linkedin: null,
});

/** Characters that control a terminal. */
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/;
