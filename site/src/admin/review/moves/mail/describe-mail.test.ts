import { expect, it } from 'vitest';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { formatAppointment } from '../../kernel/format/lab-time.ts';
import { describeFailure } from './describe-failure.ts';
import { describeLeaving, describeMail, describeWaiting, mailOfMove } from './describe-mail.ts';

const row = (changes: Partial<Row>) =>
  ({ status: 'interview', email_confirmed_at: 'then', email_bounced_at: null, ...changes }) as Row;

it.each([
  ["EENVELOPE 552: Error: Can't send mail: 552 5.2.2 Mailbox full", 'mailbox full'],
  ['EENVELOPE 452: Error: 452 4.2.2 over quota', 'mailbox full'],
  ['EMESSAGE 451: Error: 451 4.7.1 Greylisted', 'their mail server asked to try later'],
  ['EMESSAGE 554: Error: 554 5.7.1 Spam', 'their mail server refused it'],
  ['ETIMEDOUT: Error: Timeout', 'it could not be delivered'],
])('describes %j as: %s', (failure, sentence) => {
  expect(describeFailure(failure)).toBe(sentence);
});

it('states when a mail is sent', () => {
  expect(describeLeaving(new Date(Date.now() + 30_000).toISOString(), 'UTC')).toBe(
    'The email goes out in 30 seconds.',
  );
  for (const zone of ['America/Los_Angeles', 'Pacific/Auckland']) {
    const later = new Date(Date.now() + 20 * 3_600_000).toISOString();
    expect(describeLeaving(later, zone)).toBe(`The email goes out ${formatAppointment(later, zone)}.`);
    expect(describeWaiting(later, zone)).toBe(`The email goes out ${formatAppointment(later, zone)}.`);
  }
});

it.each([
  [1, 30, '1 email goes out in 30 seconds.'],
  [20, 30, '20 emails go out in 30 seconds.'],
  [1_200, 600, '1,200 emails go out in 10 minutes.'],
])('states when %i mails are sent after %i seconds', (count, seconds, sentence) => {
  expect(describeLeaving(new Date(Date.now() + seconds * 1_000).toISOString(), 'UTC', count)).toBe(sentence);
});

it.each([
  [{ email_confirmed_at: null }, 'No email: the address is not confirmed.'],
  [{ email_bounced_at: 'then' }, 'No email: the address bounced.'],
  [{ status: 'in_review', email_confirmed_at: null } as const, undefined],
  [{}, undefined],
])('describes a move of %j without a mail as: %s', (changes, sentence) => {
  expect(describeMail(row(changes), { mail_due_at: null }, 'UTC')).toBe(sentence);
});

it('mails a decision to a reachable address, and nothing else automatically', () => {
  expect(mailOfMove(row({}), 'declined')).toEqual({ template: true });
  expect(mailOfMove(row({}), 'in_review')).toBeNull();
  expect(mailOfMove(row({ email_confirmed_at: null }), 'declined')).toBeNull();
  expect(mailOfMove(row({ email_bounced_at: 'then' }), 'declined')).toBeNull();
});
