import type { Client } from 'pg';
import type { NoticeMessage } from 'pg-protocol/dist/messages.js';

/**
 * Ends what a file set for the session before the next one, such as the empty search path of a dump, and sets the
 * search path of Supabase's owner. Migrations call functions of extensions without a schema.
 */
export const FRESH_SESSION =
  'reset session authorization; reset role; reset all; set search_path = "$user", public, extensions';

const NOT_SUPPORTED = '0A000';

/** Runs `work` and reports the warnings of stand-ins that its statements call. */
export async function whileReporting<Answer>(
  client: Client,
  report: (sentence: string) => void,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const listen = ({ code, message }: NoticeMessage) => {
    if (code === NOT_SUPPORTED && message) report(message);
  };
  client.on('notice', listen);
  try {
    return await work();
  } finally {
    client.off('notice', listen);
  }
}
