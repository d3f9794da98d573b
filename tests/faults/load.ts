import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import type { TestServer } from '../harness/servers/server.ts';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import type { TestPostgres } from '@solostead/server-testkit/databases/postgres';

export interface Refusal {
  /** Null if the connection broke. */
  readonly status: number | null;
  readonly body: string | null;
  /** True if it is JSON with the API's own keys. */
  readonly isWellFormed: boolean;
}

export interface Load {
  /** The common part of its applications' addresses. */
  readonly series: string;
  readonly refusals: Refusal[];
  /** The addresses of its acknowledged applications. */
  readonly emails: string[];
}

/** Lets this many people apply at `url`, a dozen times a second each, while `disturb` lasts. */
export async function underLoad(
  url: string,
  { name, people, disturb }: { name: string; people: number; disturb: (load: Load) => Promise<void> },
): Promise<Load> {
  const load: Load = { series: `${name}-${crypto.randomUUID().slice(0, 8)}`, refusals: [], emails: [] };
  const state = { isOver: false, next: 0 };
  const person = async () => {
    while (!state.isOver) {
      const application = numberedApplication(`${load.series}-${state.next++}`);
      for (;;) {
        const response = await submitApplication(
          { url, publishableKey: testKeys.publishable },
          application,
        ).catch(() => null);
        const body = await response?.text().catch(() => null);
        if (response?.status === 201 || response?.status === 409) break;
        load.refusals.push(refusal(response, body, restWords));
        await pause(50);
      }
      load.emails.push(application.email);
      await pause(60);
    }
  };
  const working = Array.from({ length: people }, person);
  await disturb(load);
  state.isOver = true;
  await Promise.all(working);
  return load;
}

/** Reads through the data API and the auth API at `url` repeatedly until stopped. */
export function watchOthers(url: string, accessToken: string) {
  const headers = { apikey: testKeys.publishable, authorization: `Bearer ${accessToken}` };
  return watch(url, headers, [
    ['/rest/v1/user_roles?select=role', restWords],
    ['/auth/v1/user', authWords],
    ['/health/open', []],
  ]);
}

/** Loads pages and their data at `url` as visitors do, repeatedly until stopped. */
export const watchPages = (url: string) =>
  watch(url, { apikey: testKeys.publishable }, [
    ['/', []],
    ['/privacy', []],
    ['/auth/v1/settings', authWords],
  ]);

/** Asks for each path, which has errors with these keys, repeatedly until stopped. */
function watch(url: string, headers: Record<string, string>, paths: [string, readonly string[]][]) {
  const others = { count: 0, refusals: [] as Refusal[] };
  const state = { isOver: false };
  const ask = async ([path, words]: [string, readonly string[]]) => {
    while (!state.isOver) {
      others.count += 1;
      const response = await fetch(`${url}${path}`, { headers }).catch(() => null);
      const body = await response?.text().catch(() => null);
      if (response?.status !== 200) others.refusals.push(refusal(response, body, words));
      await pause(200);
    }
  };
  const watching = paths.map(ask);
  return {
    finish: async () => {
      state.isOver = true;
      await Promise.all(watching);
      return others;
    },
  };
}

/** Every application that was acknowledged is in the database, once. */
export async function expectStored(
  database: Pick<TestPostgres | TestServer, 'sql'>,
  { series, emails }: Load,
): Promise<void> {
  const rows = await database.sql<{ email: string }>(
    `select email from public.applications where email like 'builder-${series}-%'`,
  );
  expect(rows.map(({ email }) => email).toSorted()).toEqual(emails.toSorted());
}

/** The keys of an error, as the official clients read them. */
const restWords = ['code', 'details', 'hint', 'message'];
const authWords = ['code', 'error_code', 'msg'];

function refusal(
  response: Response | null,
  body: string | null | undefined,
  words: readonly string[],
): Refusal {
  return { status: response?.status ?? null, body: body ?? null, isWellFormed: hasKeys(body, words) };
}

function hasKeys(body: string | null | undefined, words: readonly string[]): boolean {
  try {
    const keys = Object.keys(JSON.parse(body ?? '') as object);
    return words.every((word) => keys.includes(word));
  } catch {
    return false;
  }
}
