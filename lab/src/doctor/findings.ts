import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  commandLine,
  type Finding,
  fine,
  projectDirectory,
  warning,
  wrong,
} from '@solostead/server/commands';
import type { Query } from '@solostead/server/database';
import { differingBuiltTerms } from './terms.ts';

/** An admin who may sign in, and mails that leave. A mail server that takes none is one finding, not several. */
export async function checkApplications(query: Query, isMailRefused = false): Promise<Finding[]> {
  const { rows } = await query<{ admins: number; waiting: number; since: string | null; reason: string }>(
    `select (select count(*)::int from public.user_roles where role = 'admin') as admins,
       (select count(*)::int from private.messages where state in ('due', 'sending') and kind <> 'webhook'
         and created_at < now() - interval '1 hour') as waiting,
       to_char(s.down_since at time zone 'utc', 'YYYY-MM-DD HH24:MI "UTC"') as since, s.reason
     from public.mail_server_state() s`,
  );
  const { admins, waiting, since, reason } = rows[0]!;
  return [
    admins === 0
      ? warning('admins', 'there is none: npm run admin -- add you@example.org')
      : fine('admins', `${admins} may sign in`),
    ...(isMailRefused ? [] : [mailsFinding(waiting, since, reason)]),
  ];
}

function mailsFinding(waiting: number, since: string | null, reason: string): Finding {
  if (since)
    return warning(
      'mails',
      `the mail server has accepted none since ${since} (${reason}). They wait, and one is tried every few minutes.`,
    );
  return waiting > 0
    ? warning(
        'mails',
        `${waiting} have waited for more than an hour: see ${commandLine('applications list')} and the log.`,
      )
    : fine('mails', 'none has waited for long');
}

/** Checks that the pages promise the lab's actual terms. */
export async function checkTerms(query: Query, siteDir: string): Promise<Finding[]> {
  const differing = await differingBuiltTerms(query, siteDir);
  return differing.length > 0
    ? differing.map((sentence) => wrong('terms', sentence))
    : [fine('terms', 'the pages and the database agree')];
}

/** People, addresses and links of the site that are still samples, as `npm run check:launch` lists them. */
export async function checkSamples(directory = projectDirectory()): Promise<Finding> {
  const script = join(directory, 'scripts/check-launch.mjs');
  // An image contains the built site only.
  if (!existsSync(script)) return fine('samples', 'not checked because the sources of the site are not here');
  try {
    await promisify(execFile)(process.execPath, [script, '--site'], { cwd: directory });
    return fine('samples', 'none is left in the site');
  } catch (error) {
    const hasFindings = (error as { stdout?: string }).stdout !== '';
    return warning(
      'samples',
      hasFindings
        ? 'the site still shows samples: npm run check:launch lists them.'
        : 'npm run check:launch fails: run it to see why.',
    );
  }
}
