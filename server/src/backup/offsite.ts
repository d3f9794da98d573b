import { dirname } from 'node:path';
import { z } from 'zod';
import { runShellCommand } from '../process/shell-command.ts';
import { UserError } from '../configuration/user-error.ts';
import type { Ask } from './installation.ts';

const TIMEOUT_MS = 3_600_000;

const state = z.object({ taken: z.date().nullable(), failure: z.string().nullable() });

/** The time of the newest backup that BACKUP_COMMAND has taken, and why it did not take the last one. */
export type OffsiteState = z.output<typeof state>;

export async function readOffsite(ask: Ask): Promise<OffsiteState> {
  const { rows } = await ask('select taken, failure from solostead.offsite');
  return state.parse(rows[0]);
}

/** Returns the age of the newest backup elsewhere in milliseconds, negative after a wrong clock, or null without one. */
export const offsiteAge = ({ taken }: OffsiteState, at: Date): number | null =>
  taken && at.getTime() - taken.getTime();

interface HandOver {
  readonly path: string;
  /** The time in the backup's header. */
  readonly at: Date;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

/**
 * Gives a backup to BACKUP_COMMAND unless it took this or a newer one, another process is giving it, or it failed in the
 * last two hours. Returns true if the command took it. The file stays in every case.
 * @throws UserError that says why the command failed
 */
export async function handOver(
  ask: Ask,
  command: string,
  { path, at, signal, timeoutMs = TIMEOUT_MS }: HandOver,
): Promise<boolean> {
  const { rows } = await ask(CLAIM, [at]);
  if (rows.length === 0) return false;
  const env = { ...process.env, BACKUP_FILE: path, BACKUP_DIR: dirname(path) };
  try {
    const failure = await runShellCommand(command, { env, timeoutMs, signal });
    await ask(FINISH, [at, failure]);
    if (failure !== null) throw new UserError(`BACKUP_COMMAND has not taken ${path}: ${failure}.`);
    return true;
  } catch (error) {
    // The next start tries it again at once.
    if (signal.aborted) await ask('update solostead.offsite set tried = null where tried = $1', [at]);
    throw error;
  }
}

/** One process at a time tries a backup. A time more than an hour ahead was written by a wrong clock and counts for nothing. */
const CLAIM = `
  update solostead.offsite set tried = $1, tried_at = now()
   where (taken is null or taken not between $1 and now() + interval '1 hour')
     and (tried is distinct from $1 or tried_at < now() - interval '2 hours')
  returning tried`;

const FINISH = `
  update solostead.offsite
     set failure = $2, taken = case when $2::text is null then $1 else taken end
   where tried = $1`;
