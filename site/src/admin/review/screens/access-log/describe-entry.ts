import { formatCount } from '../../kernel/format/number.ts';
import { fill, accessNames } from '../../kernel/words.ts';
import { statusLabel } from '../../kernel/status/status-display.ts';
import type { LogEntry } from './log-shapes.ts';

/** The sentence of each kind of entry, in groups to filter by. Others appear only under Everything. */
export const logGroups: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Opened: { opened: 'Opened', prefetched: 'Preloaded' },
  Exports: {
    export_started: 'Began an export',
    export_ended: 'Finished an export. Applications: {rows}',
    export_stopped: 'Stopped an export. Applications exported: {rows}',
    log_exported: 'Exported this log',
  },
  'Changes of applications': {
    moved: 'Moved',
    assigned: 'Changed the assignee',
    tagged: 'Changed tags',
    rated: 'Changed a rating',
    note_added: 'Wrote a note',
    note_edited: 'Edited a note',
    note_removed: 'Removed a note',
    mail_queued: 'Emailed the applicant',
    mail_stopped: 'Stopped an email',
    mail_retried: 'Retried an email',
    evidence_requested: 'Asked for evidence',
    mail_edited: 'Edited an email',
    notified: 'Notified the applicant in another way',
    notified_undone: 'Removed the record that the applicant was notified',
    bounced: 'Marked the address because emails to it bounced',
    bounce_cleared: 'Removed the mark from the address',
    reply_added: 'Pasted an answer',
    reply_removed: 'Removed an answer',
    interview_set: 'Set the date of the interview',
    interview_cleared: 'Cleared the date of the interview',
    undone: 'Undid a change',
    confirmation_resent: 'Sent the confirmation again',
    applicant: 'The applicant changed something on their page',
  },
  'Data requests and erasures': {
    data_downloaded: 'Downloaded everything held about the applicant',
    erasure_requested: 'Asked for the erasure',
    erasure_undone: 'Undid the erasure',
    erased: 'Erased for good',
  },
  'People and settings': {
    member_added: 'Added {member} as {to}',
    access_changed: 'Made {member} {to}, until then {from}',
    member_removed: 'Removed {member}',
    template_changed: 'Changed the email template for {status}',
    settings_changed: 'Changed {changed}',
    webhook_added: 'Added a webhook to {host}',
    webhook_changed: 'Changed the webhook to {host}',
    webhook_secret_renewed: 'Made a new secret for the webhook to {host}',
    webhook_removed: 'Removed the webhook to {host}',
  },
};

const sentences = new Map(Object.values(logGroups).flatMap((kinds) => Object.entries(kinds)));

/** The reasons of an erasure. */
const reasons: Readonly<Record<string, string>> = {
  owner: 'by an owner',
  applicant: 'by the applicant',
  retention: 'its retention period was over',
};

const plain = (value: unknown) => (value === null || value === undefined ? '' : String(value));
const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const spaced = (key: string) => key.replaceAll('_', ' ');
const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns 'answer days: 10 → 12, subject', which is numbers and switches with their values, and texts without. */
function describeChanges(changed: unknown): string {
  return Object.entries(asObject(changed))
    .map(([key, values]) =>
      Array.isArray(values) ? `${spaced(key)}: ${values.map(plain).join(' → ')}` : spaced(key),
    )
    .join(', ');
}

/** Returns the action without its author. An unknown kind is shown by name. */
export function describeAction({ kind, detail, rows }: LogEntry): string {
  const sentence = sentences.get(kind);
  if (sentence === undefined) return capitalised(spaced(kind));
  const access = (name: unknown) =>
    (Object.entries(accessNames).find(([known]) => known === name)?.[1] ?? plain(name)).toLowerCase();
  return fill(sentence, {
    rows: formatCount(rows ?? 0),
    member: plain(detail['member_email']) || 'someone who has left',
    from: access(detail['from']),
    to: access(detail['to']),
    status: statusLabel(plain(detail['status'])),
    changed: describeChanges(detail['changed']),
    host: plain(detail['host']),
  });
}

/** Returns further parts of an entry, such as an export's filter or the reason of an erasure. */
export function describeMore({ kind, detail, content, rows, reason }: LogEntry): readonly string[] {
  const requested = Object.entries({ ...asObject(detail['filter']), ...content }).filter(
    ([, value]) => value !== null,
  );
  const formatValue = (key: string, value: unknown) =>
    key === 'status' ? statusLabel(plain(value)) : plain(value);
  const why = reason && Object.hasOwn(reasons, reason) ? reasons[reason] : null;
  return [
    ...(detail['format'] ? [plain(detail['format']).toUpperCase()] : []),
    ...requested.map(([key, value]) => {
      const values = [value].flat().map((one) => formatValue(key, one));
      return `${spaced(key)}: ${values.join(', ')}`;
    }),
    ...(kind === 'export_started' ? [`applications handed out: ${formatCount(rows ?? 0)}`] : []),
    ...(detail['by'] ? [plain(detail['by'])] : []),
    ...(why ? [why] : []),
    ...(detail['includes_person'] === true ? ['with name, email and profile'] : []),
  ];
}
