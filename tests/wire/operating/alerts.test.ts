import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '../../../server/tests/harness/needs.ts';
import { eventually } from '../../../server/tests/harness/servers/processes.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

describe('the alerts in deploy/', () => {
  let server: TestServer;
  let metrics: string;
  let backups: string;
  const read = async () =>
    (await fetch(`${server.url}/metrics`, { headers: { apikey: server.secretKey } })).text();

  beforeAll(async () => {
    backups = mkdtempSync(join(tmpdir(), 'solostead-alarms-'));
    server = await startServer({ env: { BACKUP_DIR: backups } });
    // Something to count.
    await fetch(`${server.url}/health/live`);
    // The first backup is made soon after the start.
    await eventually(async () => /^solostead_backup_age_seconds \d/m.test((metrics = await read())));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(backups, { recursive: true, force: true });
  });

  const expressions = [...readFileSync(rules, 'utf8').matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
    ([, long, short]) => (long ?? short)!,
  );
  const names = [
    ...new Set(expressions.join(' ').match(/\b(?:solostead|nodejs|process)_[a-z0-9_]+\b/g) ?? []),
  ];
  const either = ['solostead_data_free_bytes', 'solostead_backup_free_bytes'];

  test('each asks for metrics that there are, and names the problem and the remedy', () => {
    for (const name of [...names.filter((found) => found !== 'solostead_'), ...either])
      expect(metrics).toMatch(new RegExp(`^${name}(?:\\{.*\\})? [\\d.e+-]+$`, 'm'));
    const count = (pattern: RegExp) => readFileSync(rules, 'utf8').match(pattern)?.length;
    expect(expressions.length).toBeGreaterThan(10);
    expect([count(/^ {10}summary: /gm), count(/^ {10}todo: /gm)]).toEqual([
      expressions.length,
      expressions.length,
    ]);
  });

  test('a gauge without a value is absent, like those of a missing backup disk', async () => {
    expect(metrics).toMatch(/^solostead_backup_age_seconds /m);
    for (const name of readdirSync(backups)) rmSync(join(backups, name));
    expect(await read()).not.toMatch(/^solostead_backup_age_seconds /m);
    expect(await read()).toMatch(/^solostead_backup_free_bytes /m);
    rmSync(backups, { recursive: true });
    expect(await read()).not.toMatch(/^solostead_backup_/m);
  });

  test(
    'fire when they should, and not while everything works',
    needs(hasPromtool, 'no promtool here'),
    async () => {
      await run('promtool', ['check', 'rules', rules]);
      const { stdout } = await run(
        'promtool',
        ['test', 'rules', 'tests/fixtures/prometheus-rules.test.yml'],
        {
          cwd: root,
        },
      );
      expect(stdout).toContain('SUCCESS');
    },
  );
});

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const rules = join(root, 'deploy/prometheus-rules.yml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
