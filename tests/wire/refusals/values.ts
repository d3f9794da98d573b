import { applicationHeaders } from '@solostead/contract/headers';
import type { RefusalCode } from '@solostead/contract/refusals';
import { type Cases, UNKNOWN, type World } from './world.ts';

const list = (parameters: object) => (world: World) => world.reader.refusal('review_list', parameters);

async function addNote({ reviewer, application }: World, note: object) {
  return reviewer.refusal('review_note_add', {
    application_id: await application(),
    body: 'Words',
    mentions: [],
    ...note,
  });
}

/** Values that are not allowed. */
export const values: Cases<Extract<RefusalCode, `invalid_${string}` | 'sent_too_fast' | 'trap_filled'>> = {
  invalid_booking_link: [
    'A booking link begins with https:// and has at most 300 characters and no spaces.',
    ({ reader }) => reader.refusal('review_booking_link_save', { link: 'http://book.example' }),
  ],
  invalid_criteria: [
    'A scorecard has 1 to 8 criteria.',
    ({ owner }) =>
      owner.refusal('review_scoring_save', {
        seen_version: 1,
        hides_others_until_scored: false,
        criteria: [],
      }),
  ],
  invalid_day: [
    '"tomorrow" is not a day. Write it like 2027-01-31, in the years 1 to 9999.',
    list({ filter: { from: 'tomorrow' } }),
  ],
  invalid_filter: ['There is no filter "who".', list({ filter: { who: 'x' } })],
  invalid_mail: [
    'The subject has 1 to 200 characters on one line.',
    ({ owner }) =>
      owner.refusal('review_template_save', { status: 'accepted', seen_version: 1, subject: '', body: 'x' }),
  ],
  invalid_mentions: ['A note can only mention members.', (world) => addNote(world, { mentions: [UNKNOWN] })],
  invalid_name: [
    'A name has at most 80 visible characters on one line.',
    ({ reader }) => reader.refusal('review_name_save', { name: 'x'.repeat(81) }),
  ],
  invalid_tag: [
    'A tag has 1 to 40 characters, and no comma, quote, brace or backslash.',
    async ({ reviewer, application }) =>
      reviewer.refusal('review_tag', { application_id: await application(), change: { add_tag: 'a,b' } }),
  ],
  invalid_terms: [
    'The days until an answer are 1 to 365, and all months 1 to 120.',
    ({ owner }) =>
      owner.refusal('review_terms_save', {
        seen_version: 1,
        answer_days: 0,
        unconfirmed_months: 1,
        declined_months: 6,
        withdrawn_months: 1,
        accepted_months: 24,
        reapply_months: 3,
        access_log_months: 12,
      }),
  ],
  invalid_text: ['A note has at least one character.', (world) => addNote(world, { body: ' ' })],
  invalid_time: [
    '"soon" is not a time. Write it like 2027-01-31T09:30:00Z, in the years 1 to 9999.',
    async ({ reviewer, application }) =>
      reviewer.refusal('review_interview_set', { application_id: await application(), interview_at: 'soon' }),
  ],
  invalid_time_zone: [
    'There is no time zone "Europe/Atlantis".',
    ({ owner }) =>
      owner.refusal('review_lab_settings_save', {
        seen_version: 1,
        time_zone: 'Europe/Atlantis',
        delay: 'soon',
      }),
  ],
  invalid_value: ['There is no order "password".', list({ sort: 'password' })],
  invalid_webhook: [
    'Choose at least one event.',
    ({ owner }) =>
      owner.refusal('review_webhook_add', {
        kind: 'webhook',
        url: 'https://hooks.example/',
        events: [],
        includes_person: false,
      }),
  ],
  sent_too_fast: [
    'The form was sent faster than a person can fill it in.',
    ({ apply }) => apply({ [applicationHeaders.elapsed]: '0' }),
  ],
  trap_filled: [
    'A field that people do not see was filled in.',
    ({ apply }) => apply({ [applicationHeaders.honeypot]: 'x' }),
  ],
};
