import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { aloneProgram, program, serverEnvironment } from '@solostead/server-testkit/servers/server';
import { runCommand } from '@solostead/server-testkit/servers/run-command';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';

const root = join(import.meta.dirname, '../../..');
export const fixture = join(root, 'server/tests/fixtures/todos');
const folders: string[] = [];
const stops: (() => Promise<unknown>)[] = [];

/** Stops the servers and removes the projects of a file's tests. */
export async function endProjects(): Promise<void> {
  await Promise.all(stops.map((stop) => stop()));
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'foreign-'));
  folders.push(folder);
  return folder;
}

/**
 * Starts a PostgreSQL for a file's tests, whose projects end with it. `newDatabase` creates an empty database in it,
 * because making a cluster takes a second of a processor.
 */
export function databasesOfFile() {
  let postgres: TestPostgres;
  let databases = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(async () => {
    await endProjects();
    await postgres?.stop();
  });
  const newDatabase = async () => {
    databases += 1;
    const name = `project_${databases}`;
    await postgres.sql(`create database ${name}`);
    return { DATABASE_URL: postgres.url(name) };
  };
  return { postgres: () => postgres, newDatabase };
}

/** Creates a project of these files, by their paths in supabase/. */
export function projectWith(files: Readonly<Record<string, string>>): string {
  const project = newFolder();
  mkdirSync(join(project, 'supabase/migrations'), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(project, 'supabase', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  return project;
}

export interface Project {
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Starts `server/` alone on a project. Rejects with its output when it ends before it is ready. */
export async function startAlone(
  project: string,
  env: Project['env'] = {},
): Promise<Project & { url: string; log: Record<string, unknown>[]; stop: () => Promise<void> }> {
  const port = await freePort();
  const program = await aloneProgram();
  const variables = { DATA_DIR: join(project, '.data'), PORT: String(port), SITE_DIST: 'dist', ...env };
  const child = spawnWithUs(join(root, 'node_modules/.bin/node'), [...program.args, '--project', project], {
    env: { ...serverEnvironment(variables), ...program.env },
  });
  const log: Record<string, unknown>[] = [];
  let output = '';
  child.stderr.on('data', (chunk) => (output += chunk));
  const stop = async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  stops.push(stop);
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      log.push(JSON.parse(line));
      if (log.at(-1)!['msg'] === 'ready') resolve();
    });
    child.once('close', () => reject(new Error(output)));
  });
  return { project, env, url: `http://localhost:${port}`, log, stop };
}

/** Runs an operator's command in a project. */
export const commandWith = ({ project, env }: Project, name: string, ...args: string[]) =>
  runCommand(
    { ...program, folder: project },
    serverEnvironment({ DATA_DIR: join(project, '.data'), ...env }),
    name,
    ...args,
  );

export const clientOf = (url: string): SupabaseClient =>
  createClient(url, testKeys.publishable, { auth: { persistSession: false } });

/** A client with the secret key. */
export const adminOf = (url: string): SupabaseClient =>
  createClient(url, testKeys.secret, { auth: { persistSession: false } });
