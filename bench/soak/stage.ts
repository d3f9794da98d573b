import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSmtp, type TestSmtp } from '@solostead/server-testkit/mail/smtp';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { startServer, type TestServer } from '../../tests/harness/servers/server.ts';

/** The server with its PostgreSQL, a second copy on the same database, and a mail server. */
export interface Stage {
  readonly first: TestServer;
  /** The second copy, or null while it restarts. */
  second(): TestServer | null;
  readonly smtp: TestSmtp;
  /** Runs `work` with the address of one copy. The copies take turns, except while the second restarts. */
  use<Answer>(work: (url: string) => Promise<Answer>): Promise<Answer>;
  /** Restarts the second copy like behind a proxy: it gets no more requests and finishes those it has. */
  restartSecond(): Promise<void>;
  /** Writes a backup and removes it. */
  backup(): Promise<void>;
  stop(): Promise<void>;
}

const common = { keepsLog: false, isDetached: true, site: true } as const;

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-soak-'));
  const smtp = await startSmtp();
  // As npm start sets it.
  const env = { SMTP_URL: smtp.url, MALLOC_ARENA_MAX: '2' };
  const first = await startServer({ ...common, env });
  const port = String(await freePort());
  const startSecond = () =>
    startServer({
      ...common,
      dataDir: join(folder, 'second'),
      env: { ...env, DATABASE_URL: first.databaseUrl, PORT: port, SITE_URL: first.url },
    });
  let second: TestServer | null = await startSecond();
  let turn = 0;
  let inFlight = 0;
  return {
    first,
    second: () => second,
    smtp,
    use: async (work) => {
      turn += 1;
      if (!second || turn % 2 === 0) return work(first.url);
      inFlight += 1;
      return work(second.url).finally(() => (inFlight -= 1));
    },
    restartSecond: async () => {
      const leaving = second;
      second = null;
      while (inFlight > 0) await pause(50);
      await leaving?.stop();
      second = await startSecond();
    },
    backup: async () => {
      const file = join(folder, 'soak.backup');
      await first.command('backup', file);
      if (statSync(file).size === 0) throw new Error('the backup is empty');
      rmSync(file);
    },
    stop: async () => {
      await second?.stop();
      await first.stop();
      await smtp.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
