import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  program as suite,
  putMigratedData,
  serverEnvironment,
} from '@solostead/server-testkit/servers/server';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { makeTestFolder } from '@solostead/server-testkit/databases/fresh-data';
import { removeFolder } from '@solostead/server-testkit/remove-folder';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const root = join(import.meta.dirname, '../../..');
const { args, env: variables } = await suite.server();
const node = join(root, 'node_modules/.bin/node');

/** Standard output as another Node program gives it to its children, a socket. */
const toSocket: Connect = async (env) => {
  const server = spawnWithUs(node, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const { stdout } = server;
  return { server, output: stdout, stopReading: () => stdout.pause(), goOnReading: () => stdout.resume() };
};

/** Standard output as a shell gives it, a pipe with a reader that can be halted. */
const toPipe: Connect = async (env) => {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-pipe-'));
  const pipe = join(folder, 'log');
  execFileSync('mkfifo', [pipe]);
  const reader = spawnWithUs('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] });
  const shell = ['-c', 'out=$0; exec "$@" > "$out"', pipe, node, ...args];
  const server = spawnWithUs('sh', shell, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  onTestFinished(() => {
    reader.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    server,
    output: reader.stdout,
    stopReading: () => reader.kill('SIGSTOP'),
    goOnReading: () => reader.kill('SIGCONT'),
  };
};

describe.each([
  ['a socket', toSocket],
  ['a pipe', toPipe],
])('a reader of the log, through %s, that stops reading', (_title, connect) => {
  test('delays neither requests nor a stop, and gets one line with the number of lost lines', async () => {
    const { url, server, log, stopReading, goOnReading } = await startLogging(connect);
    stopReading();
    await askMany(url, MORE_THAN_KEPT);
    expect(log.length).toBeLessThan(MORE_THAN_KEPT / 2);
    goOnReading();
    const isNotice = ({ msg }: Entry) => msg.startsWith('lines of this log were dropped');
    await eventually(() => log.some(isNotice));
    await askMany(url, 1);
    const written = () => log.filter(({ path, attempted = path }) => attempted?.startsWith('/long')).length;
    const dropped = () => log.filter(isNotice).map(({ lines }) => lines!);
    await eventually(() => written() + Number(dropped()[0]) === 2 * (MORE_THAN_KEPT + 1));
    expect(dropped()).toHaveLength(1);
    stopReading();
    await askMany(url, MORE_THAN_A_PIPE);
    server.kill('SIGTERM');
    await once(server, 'exit');
    expect(server.signalCode).toBeNull();
  });
});

test('the log has no character that steers a terminal or reorders a line', async () => {
  const { url, lines } = await startLogging(toSocket);
  const path = '/%C2%9B31mHELLO%E2%80%AE%E2%81%A6%E2%80%A8%0a%1b%5b31m%7f';
  await fetch(url + path);
  await eventually(() => lines.some((line) => line.includes('"path":"/%C2%9B31mHELLO')));
  const attempted = lines.find((line) => line.includes('"attempted":"'))!;
  expect(JSON.parse(attempted)).toMatchObject({ attempted: decodeURIComponent(path) });
  expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});

interface Entry {
  readonly msg: string;
  readonly path?: string;
  readonly attempted?: string;
  readonly lines?: number;
}

interface Logging {
  readonly url: string;
  readonly server: ChildProcess;
  readonly log: readonly Entry[];
  /** The same as it was written. */
  readonly lines: readonly string[];
  stopReading(): void;
  goOnReading(): void;
}

type Connect = (env: Record<string, string>) => Promise<
  Pick<Logging, 'server' | 'stopReading' | 'goOnReading'> & {
    output: NodeJS.ReadableStream;
  }
>;

async function startLogging(connect: Connect): Promise<Logging> {
  const dataDir = makeTestFolder('solostead-log-');
  await putMigratedData(dataDir);
  const port = await freePort();
  const { output, ...logging } = await connect(
    serverEnvironment({ ...variables, DATA_DIR: dataDir, PORT: String(port) }),
  );
  onTestFinished(() => {
    logging.server.kill('SIGKILL');
    return removeFolder(dataDir);
  });
  const log: Entry[] = [];
  const lines: string[] = [];
  createInterface(output as NodeJS.ReadStream).on('line', (line) => {
    lines.push(line);
    log.push(JSON.parse(line) as Entry);
  });
  await eventually(() => log.some(({ msg }) => msg === 'ready'));
  return { ...logging, url: `http://127.0.0.1:${port}`, log, lines };
}

/** Sends one request with two long lines in the log. Rejects without an answer. */
function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = get(`${url}/${'long'.repeat(60)}`, { agent, timeout: 20_000 });
    request.on('response', (response) => response.resume().on('end', resolve));
    request.on('timeout', () => request.destroy(new Error('no answer within 20 seconds')));
    request.on('error', reject);
  });
}

/** Sends many of them. Rejects when one gets no answer. */
async function askMany(url: string, count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 });
  const numbers = Array.from({ length: count }).keys();
  const client = async () => {
    for (const _ of numbers) {
      await ask(url, agent);
    }
  };
  await Promise.all(Array.from({ length: 16 }, client));
  agent.destroy();
}

/** The requests whose lines are more than the server keeps for a reader, and more than a pipe holds. */
const [MORE_THAN_KEPT, MORE_THAN_A_PIPE] = [2500, 750];
