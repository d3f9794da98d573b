import { createServer } from 'node:http';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { proofOf, PROOF_HEADER } from '../gateway/own-proof.ts';
import { readBuildInfo } from '../process/build-info.ts';
import { removeServerFacts, writeServerFacts } from '../process/server-facts.ts';
import { checkServer } from './running-server.ts';

const keys = { publishable: '', secret: 'sb_secret_of_this_server_0123456', jwks: [], jwtSecret: null };
const build = readBuildInfo();
let dataDir: string;
beforeEach(() => void (dataDir = newFolder()));

const check = (isReachable = false, databaseUrl: string | null = null) =>
  checkServer({ dataDir, databaseUrl, keys }, isReachable);
const publish = (url: string, more: object = build, pid = process.pid) =>
  writeServerFacts(dataDir, { pid, url, databaseUrl: '', startedAt: '2026-11-29T00:12:34.567Z', ...more });

async function listening(secret = keys.secret): Promise<string> {
  const server = createServer((request, response) => {
    const value = String(request.headers[PROOF_HEADER]);
    response.setHeader(PROOF_HEADER, proofOf(secret, value)).end();
  });
  return `http://127.0.0.1:${await portOf(server)}`;
}

it('reports address, process, time, version and commit', async () => {
  const url = await listening();
  publish(url);
  expect(await check()).toEqual({
    about: 'server',
    state: 'fine',
    message: expect.stringMatching(
      `^runs at ${url} \\(process ${process.pid}, since 2026-11-29 00:12 UTC\\), version ${build.version}`,
    ),
  });
});

it('warns of a server that runs another commit than the files here', async () => {
  publish(await listening(), { version: '0.1.0', commit: 'a1b2c3d4e5f6' });
  expect(await check()).toEqual({
    about: 'server',
    state: 'warning',
    message: expect.stringMatching(
      / version 0\.1\.0 \(commit a1b2c3d4e5f6\); the files here are version .+: restart it\.$/,
    ),
  });
});

it('reports another copy with this folder after this one ended', async () => {
  const url = await listening();
  publish(url);
  // In another container with the same pid.
  const other = { pid: process.pid, url, databaseUrl: '', startedAt: '2026-11-29T00:13:00.000Z', ...build };
  writeFileSync(join(dataDir, 'server.json'), JSON.stringify(other));
  removeServerFacts(dataDir);
  expect(await check()).toMatchObject({ state: 'fine' });
  publish(url);
  removeServerFacts(dataDir);
  expect(await check()).toMatchObject({ message: 'has not been started yet.' });
});

it.each<[string, () => unknown, string, RegExp]>([
  ['before the first start', () => {}, 'warning', /^has not been started yet\.$/],
  ['that was stopped', () => mkdirSync(join(dataDir, 'postgres')), 'wrong', /^does not run: start it\./],
  [
    'that was killed',
    () => {
      mkdirSync(join(dataDir, 'postgres'));
      // No process has this number.
      publish('http://127.0.0.1:9', build, 2 ** 30);
    },
    'wrong',
    /^does not run: start it\./,
  ],
  [
    'whose port another program has',
    async () => publish(await listening('sb_secret_of_another')),
    'wrong',
    /^process \d+ at http:.+ is another server, or has other keys: /,
  ],
  [
    'that does not answer',
    async () => publish(`http://127.0.0.1:${await freePort()}`),
    'wrong',
    /^process \d+ at http:.+ cannot be reached: nothing listens there\.$/,
  ],
])('reports a server %s', async (_what, prepare, state, sentence) => {
  await prepare();
  expect(await check()).toEqual({ about: 'server', state, message: expect.stringMatching(sentence) });
});

it('accepts a server that runs elsewhere and answers in public', async () => {
  expect(await check(true, 'postgres://database')).toMatchObject({ state: 'fine' });
  expect(await check(false, 'postgres://database')).toMatchObject({ state: 'wrong' });
});
