import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakClient } from './client.ts';
import type { Stage } from './stage.ts';

/** Repeats the scheduled work of a day until the signal. Resolves when the last has ended. */
export async function runBackgroundJobs(
  stage: Stage,
  client: SoakClient,
  token: () => Promise<string>,
  seconds: number,
  signal: AbortSignal,
): Promise<void> {
  const jobs: readonly [everySeconds: number, go: () => Promise<unknown>][] = [
    [60, () => exportAll(client, stage.first.url, token)],
    [300, () => client.timed('restart of a copy', () => stage.restartSecond())],
    [300, () => client.timed('backup', () => backup(stage))],
    [600, () => client.timed('retention', () => stage.first.command('retention'))],
  ];
  const repeat = async ([everySeconds, go]: (typeof jobs)[number]): Promise<void> => {
    // A short run does each a few times too.
    const intervalMs = Math.min(everySeconds, seconds / 4) * 1000;
    // Each waits for its interval first, so that they do not all begin at once.
    while (await pause(intervalMs, true, { signal }).catch(() => false)) await go().catch(() => {});
  };
  await Promise.all(jobs.map(repeat));
}

interface Page {
  readonly rows: readonly { readonly cursor: unknown }[];
  readonly more: boolean;
}

async function exportAll(client: SoakClient, url: string, token: () => Promise<string>): Promise<void> {
  for (let after: unknown = null, more = true; more;) {
    const body = { after, page_size: 2000 };
    const path = '/rest/v1/rpc/review_export';
    const page = await client.post<Page>('review_export', url, path, body, await token());
    after = page.rows.at(-1)?.cursor;
    more = page.more;
  }
}

async function backup({ first, folder }: Stage): Promise<void> {
  const file = join(folder, 'soak.backup');
  await first.command('backup', file);
  if (statSync(file).size === 0) throw new Error('the backup is empty');
  rmSync(file);
}
