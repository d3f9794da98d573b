import type { Database } from '@solostead/server/database';
import type { ExtensionGauge } from '@solostead/server/extension';

const helps = {
  up: ['solostead_mail_server_up', '0 while emails wait because the mail server takes none'],
  waiting: ['solostead_mails_waiting', 'Emails that are due or being sent'],
  retrying: ['solostead_mails_retrying', 'Waiting emails that have failed before'],
  stuck: [
    'solostead_mails_stuck',
    'Emails of the last seven days that were given up or whose address was refused',
  ],
  oldest_seconds: ['solostead_mails_oldest_seconds', 'Age of the oldest waiting email in seconds'],
  applications: ['solostead_applications_total', 'Applications received, of all copies'],
  sent: ['solostead_mails_sent_total', 'Emails of the queue that were sent, by all copies'],
  failed: ['solostead_mails_failed_total', 'Failed attempts to send an email, of all copies'],
  slow_seconds: [
    'solostead_mails_slow_seconds',
    'Seconds for which emails pause because the mail server asked for it',
  ],
} as const;

type MailFigures = Readonly<Record<keyof typeof helps, number>>;

/** One scrape reads every gauge in turn. */
const FRESH_FOR_MS = 1_000;

/** The state of the mails and counters of events, read by one query for all. */
export function mailGauges(owner: Pick<Database, 'query'>): ExtensionGauge[] {
  let last: { readonly figures: Promise<MailFigures | null>; readonly at: number } | null = null;
  const figures = () => {
    if (!last || Date.now() - last.at > FRESH_FOR_MS) last = { figures: ask(owner), at: Date.now() };
    return last.figures;
  };
  return Object.entries(helps).map(([key, [name, help]]) => ({
    name,
    help,
    isCounter: name.endsWith('_total'),
    read: async () => (await figures())?.[key as keyof MailFigures] ?? null,
  }));
}

/** Reads a sequence without advancing it. */
const countedBy = (sequence: string): string =>
  `(select case when is_called then last_value else 0 end::float8 from private.${sequence})`;

/** Null while the database cannot tell. */
async function ask(owner: Pick<Database, 'query'>): Promise<MailFigures | null> {
  const { rows } = await owner
    .query<MailFigures>(
      `select (s.down_since is null)::integer as up, f.waiting::float8, f.retrying::float8, f.stuck::float8,
              f.oldest_seconds, f.slow_seconds, ${countedBy('applications_received')} as applications,
              ${countedBy('mails_sent')} as sent, ${countedBy('mails_failed')} as failed
         from public.mail_figures() f, public.mail_server_state() s`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0] ?? null;
}
