import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SoakClient } from './client.ts';
import type { Stage } from './stage.ts';

/** Scheduled work of a day. Each starts again this many seconds after its start. */
interface BackgroundJob {
  readonly everySeconds: number;
  go(): Promise<void>;
}

interface Page {
  readonly rows: readonly { readonly cursor: unknown }[];
  readonly more: boolean;
}

export function backgroundJobs(
  stage: Stage,
  client: SoakClient,
  token: () => Promise<string>,
  seconds: number,
): readonly BackgroundJob[] {
  const { first } = stage;
  /** A short run does each a few times too. */
  const every = (wanted: number) => Math.min(wanted, seconds / 4);
  return [
    { everySeconds: every(60), go: () => exportAll(client, first.url, token) },
    { everySeconds: every(300), go: () => client.timed('restart of a copy', () => stage.restartSecond()) },
    { everySeconds: every(300), go: () => client.timed('backup', () => backup(stage)) },
    {
      everySeconds: every(600),
      go: async () => void (await client.timed('retention', () => first.command('retention'))),
    },
  ];
}

async function exportAll(client: SoakClient, url: string, token: () => Promise<string>): Promise<void> {
  for (let after: unknown = null, more = true; more;) {
    const body = { after, page_size: 2000 };
    const page = await client.post<Page>(
      'review_export',
      `${url}/rest/v1/rpc/review_export`,
      body,
      await token(),
    );
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

/** Repeats each job at its interval until the signal. Resolves when the last has ended. */
export async function runRepeatedly(jobs: readonly BackgroundJob[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    jobs.map(async ({ everySeconds, go }) => {
      // Each waits for its interval first, so that they do not all begin at once.
      while (await pause(everySeconds * 1000, true, { signal }).catch(() => false))
        await go().catch(() => {});
    }),
  );
}
