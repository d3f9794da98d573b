import { listed } from '@solostead/contract/list';
import type { ApplicationDetail, HistoryEvent } from '../../kernel/data/shapes/application.ts';
import { formatAppointment } from '../../kernel/format/lab-time.ts';
import { fill, phrase } from '../../kernel/words.ts';
import { statusLabel } from '../../kernel/status/status-display.ts';

type Words = Readonly<Record<string, string>>;

const texts = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

const overallActions: Words = { true: 'said yes overall', false: 'said no overall' };

/** Events whose text depends on their kind alone. */
const actions = {
  note_added: 'wrote a note',
  note_edited: 'edited a note',
  note_removed: 'removed a note',
  mail_queued: 'queued the email “{subject}”',
  mail_stopped: 'stopped an email',
  evidence_requested: 'asked for evidence',
  mail_retried: 'retried the email “{subject}”',
  mail_edited: 'edited the email, now “{subject}”',
  notified: 'notified the applicant of the decision in another way',
  notified_undone: 'removed the record that the applicant was notified',
  bounced: 'marked the address because emails to it bounced',
  bounce_cleared: 'removed the mark from the address',
  reply_added: 'pasted an answer',
  reply_removed: 'removed an answer',
  interview_cleared: 'cleared the date of the interview',
  erasure_requested: 'had it erased',
  erasure_undone: 'undid the erasure',
};

const applicantActions: Words = {
  withdrawn: 'withdrew it',
  withdrawal_undone: 'undid the withdrawal',
  erasure_requested: 'asked for it to be erased',
  erasure_undone: 'undid the erasure',
  applied_again: 'applied again',
  evidence: 'showed something they shipped',
  evidence_removed: 'removed what they had shown',
};

/** Fields that an applicant may correct. */
const correctable: Words = {
  name: 'the name',
  email: 'the email address',
  linkedin: 'the profile',
  sectors: 'the sectors',
};

/** Returns an event's text after its author's name. */
export function describeEvent(
  { kind, detail }: Pick<HistoryEvent, 'kind' | 'detail'>,
  criteria: ApplicationDetail['criteria'],
  nameOf: (id: null, email: string) => string,
  zone: string,
): string {
  const status = (name: unknown) => statusLabel(text(name));
  if (kind === 'moved') return phrase`moved it from ${status(detail['from'])} to ${status(detail['to'])}`;
  if (kind === 'assigned')
    return detail['to'] !== null
      ? phrase`assigned it to ${nameOf(null, text(detail['to']))}`
      : phrase`took ${nameOf(null, text(detail['from']))} off it`;
  if (kind === 'tagged') {
    const added = texts(detail['added']);
    return added.length > 0
      ? phrase`tagged it ${listed(added)}`
      : phrase`took off the tag ${listed(texts(detail['removed']))}`;
  }
  if (kind === 'rated' && detail['criterion'] === 'overall')
    return overallActions[text(detail['overall'])] ?? 'removed yes or no';
  if (kind === 'rated') {
    const criterion =
      criteria.find(({ key }) => key === detail['criterion'])?.label ?? text(detail['criterion']);
    return detail['score'] === null
      ? phrase`removed the rating of ${criterion}`
      : phrase`rated ${criterion} ${text(detail['score'])}`;
  }
  if (kind === 'bounced' && detail['reason'])
    return phrase`marked the address because the mail server refused it with “${text(detail['reason'])}”`;
  if (kind === 'interview_set') return `set the interview for ${formatAppointment(text(detail['at']), zone)}`;
  if (kind === 'applicant') return describeApplicantAction(detail);
  if (kind === 'note_added' && detail['restored']) return 'restored a note';
  return fill(actions[kind], { subject: text(detail['subject']) });
}

/** Returns the applicant's action on their page, with the former value of a correction. */
function describeApplicantAction(detail: HistoryEvent['detail']): string {
  if (detail['action'] !== 'corrected')
    return applicantActions[text(detail['action'])] ?? 'did something on their page';
  const [before, after] = [detail['before'], detail['after']] as Record<string, unknown>[];
  return Object.keys(after ?? {})
    .map(
      (field) =>
        phrase`corrected ${correctable[field] ?? field} from “${text(before?.[field])}” to “${text(after?.[field])}”`,
    )
    .join('; ');
}
