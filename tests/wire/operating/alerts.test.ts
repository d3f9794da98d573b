import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { needs } from '@solostead/server-testkit/needs';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const backups = newFolder(afterAll);
const DAY_SECONDS = 86_400;
const { certificate, key } = await (await makeAuthority('The proxy')).issue('localhost');
const SITE_URL = `https://localhost:${await portOf(createServer({ cert: certificate, key }), afterAll)}`;
// Its own server, because it makes backups and has a certificate.
const test = testStarting({ env: { BACKUP_DIR: backups, BACKUP_COMMAND: 'true', SITE_URL } });

describe('the alerts in deploy/', () => {
  const expressions = [...readFileSync(rules, 'utf8').matchAll(/expr: (?:\|\n((?: {10}.*\n)+)|(.*)\n)/g)].map(
    ([, long, short]) => (long ?? short)!,
  );
  const names = [
    ...new Set(expressions.join(' ').match(/\b(?:solostead|nodejs|process)_[a-z0-9_]+\b/g) ?? []),
  ];
  const either = [
    'solostead_data_free_bytes',
    'solostead_backup_free_bytes',
    'solostead_site_certificate_seconds',
    'solostead_api_certificate_seconds',
  ];

  test('each asks for metrics that there are, and names the problem and the remedy', async ({ server }) => {
    // Something to count. The first backup is made soon after the start.
    await fetch(`${server.url}/health/live`);
    await expect.poll(() => read(server)).toMatch(/^solostead_backup_age_seconds \d/m);
    await expect.poll(() => read(server)).toMatch(/^solostead_offsite_backup_age_seconds \d/m);
    // A scrape does not wait for the address.
    await expect.poll(() => read(server)).toMatch(/^solostead_api_certificate_seconds \d/m);
    const metrics = await read(server);
    for (const name of [...names.filter((found) => found !== 'solostead_'), ...either])
      expect(metrics).toMatch(new RegExp(`^${name}(?:\\{.*\\})? [\\d.e+-]+$`, 'm'));
    const count = (pattern: RegExp) => readFileSync(rules, 'utf8').match(pattern)?.length;
    expect(expressions.length).toBeGreaterThan(10);
    expect([count(/^ {10}summary: /gm), count(/^ {10}todo: /gm)]).toEqual([
      expressions.length,
      expressions.length,
    ]);
  });

  test('the certificates at the public addresses count down', async ({ server }) => {
    const seconds = async () =>
      Number(/^solostead_site_certificate_seconds (.+)$/m.exec(await read(server))?.[1]);
    await expect.poll(seconds).toBeGreaterThan(0.9 * DAY_SECONDS);
    const before = await seconds();
    expect(before).toBeLessThan(DAY_SECONDS);
    await expect.poll(seconds).toBeLessThan(before);
  });

  test('a gauge without a value is absent, like those of a missing backup disk', async ({ server }) => {
    expect(await read(server)).toMatch(/^solostead_backup_age_seconds /m);
    for (const name of readdirSync(backups)) rmSync(join(backups, name));
    expect(await read(server)).not.toMatch(/^solostead_backup_age_seconds /m);
    expect(await read(server)).toMatch(/^solostead_backup_free_bytes /m);
    rmSync(backups, { recursive: true });
    expect(await read(server)).not.toMatch(/^solostead_backup_/m);
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

const read = async ({ url, secretKey }: TestServer) =>
  (await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })).text();
const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const rules = join(root, 'deploy/prometheus-rules.yml');
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
