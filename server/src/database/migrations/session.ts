import type { Client } from 'pg';
import { reportStandIns } from '../stand-ins/warnings.ts';

/**
 * Ends what a file set for the session before the next one, such as the empty search path of a dump, and sets the
 * search path of Supabase's owner. Migrations call functions of extensions without a schema.
 */
export const FRESH_SESSION =
  'reset session authorization; reset role; reset all; set search_path = "$user", public, extensions';

/** Runs `work` and reports the warnings of stand-ins that its statements call. */
export async function whileReporting<Answer>(
  client: Client,
  report: (sentence: string) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const end = reportStandIns(client, report);
  try {
    return await work();
  } finally {
    end();
  }
}
