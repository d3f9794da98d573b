import type { RefusalCode } from '@solostead/contract/refusals';
import { template } from '../../harness/telling.ts';
import type { callers } from './callers.ts';
import type { values } from './values.ts';
import { type Cases, UNKNOWN, type World } from './world.ts';

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString();

async function mailNow({ lab, reviewer }: World, columns: object) {
  const application_id = await lab.inReview(`refused-${Math.random()}`, columns);
  const mail = { subject: 'No', body: 'Not this time.' };
  return reviewer.refusal('review_mail_send', { application_id, mail, seen_status: 'in_review' });
}

/** Retries the mail about a decline. */
async function retried({ lab, inReview, reviewer, server }: World, change: (id: string) => Promise<unknown>) {
  const id = await inReview();
  await lab.move(id, 'declined', template);
  await change(id);
  const mail_id = await server.value<string>`
    select id from private.messages where application_id = ${id} and kind = 'review'`;
  return reviewer.refusal('review_mail_retry', { mail_id });
}

/** Requests that the present state does not permit. */
export const states: Cases<Exclude<RefusalCode, keyof typeof callers | keyof typeof values>> = {
  not_found: [
    'There is nothing to undo.',
    ({ reviewer }) => reviewer.refusal('review_undo', { batch_id: UNKNOWN }),
  ],
  already_undone: [
    'This was undone already.',
    async ({ reviewer, application }) => {
      const { batch_id } = await reviewer.move(await application(), 'in_review');
      await reviewer.undo(batch_id);
      return reviewer.refusal('review_undo', { batch_id });
    },
  ],
  mail_not_editable: [
    'This email was stopped.',
    async ({ reviewer, inReview }) =>
      reviewer.refusal('review_mail_edit', { application_id: await inReview() }),
  ],
  version_conflict: [
    'Someone else changed this application since you opened it.',
    async ({ reviewer, application }) =>
      reviewer.refusal('review_assign', {
        application_id: await application(),
        seen_version: 7,
        assignee: null,
      }),
  ],
  address_bounces: [
    'Emails to this address bounce. Take the mark off first.',
    (world) => mailNow(world, { email_confirmed_at: new Date(), email_bounced_at: new Date() }),
  ],
  address_not_confirmed: ['The applicant has not confirmed this address.', (world) => mailNow(world, {})],
  already_notified: [
    'The applicant was notified, or an email is being sent.',
    (world) => mailNow(world, { email_confirmed_at: new Date() }),
  ],
  application_not_open: [
    'This application is no longer open.',
    async ({ lab, reviewer }) => {
      const declined = { status: 'declined', email_confirmed_at: new Date() };
      const application_id = await lab.inReview('refused-declined', declined);
      return reviewer.refusal('review_evidence_request', { application_id });
    },
  ],
  booking_link_missing: [
    'Set your booking link first, in Settings → You.',
    async ({ reader, application }) =>
      reader.refusal('review_mail_preview', {
        application_id: await application(),
        subject: 'Call',
        body: '{{booking}}',
      }),
  ],
  evidence_exists: [
    'The applicant has added evidence already.',
    async ({ server, reviewer, inReview }) => {
      const application_id = await inReview();
      await server.sql`insert into public.application_evidence (application_id, link, words)
        values (${application_id}, 'https://a.example', 'It works.')`;
      return reviewer.refusal('review_evidence_request', { application_id });
    },
  ],
  export_mismatch: [
    'This page does not belong to that export. Start the export again.',
    ({ reader }) => reader.refusal('review_export', { export_id: 0 }),
  ],
  last_owner: [
    'The lab needs an owner. Make someone else an owner first.',
    ({ owner }) => owner.refusal('review_member_remove', { user_id: owner.id }),
  ],
  mail_not_failed: ['This email has not failed.', (world) => retried(world, async () => {})],
  mail_outdated: [
    'This email is about an earlier status.',
    (world) =>
      retried(world, async (id) => {
        await world.lab.leave(id, 'mailbox full');
        await world.lab.move(id, 'in_review');
      }),
  ],
  too_many_retries: [
    'This email was retried three times. Write to the applicant yourself.',
    (world) =>
      retried(world, async (id) => {
        await world.lab.leave(id, 'mailbox full');
        await world.server.sql`update private.messages set retries = 3 where application_id = ${id}`;
      }),
  ],
  move_not_allowed: [
    'An application cannot move from submitted to accepted.',
    async ({ reviewer, application }) =>
      reviewer.refusal('review_move', {
        application_id: await application(),
        seen_version: 1,
        path: ['accepted'],
      }),
  ],
  name_taken: [
    'Another member has this name or one that looks like it. Choose another one.',
    ({ owner, reader }) => reader.refusal('review_name_save', { name: owner.email }),
  ],
  no_webhook_secret: [
    'Slack checks no signatures, so it has no secret.',
    async ({ owner, webhook }) =>
      owner.refusal('review_webhook_secret_rotate', { webhook_id: await webhook('slack') }),
  ],
  not_assignable: [
    'Applications are assigned to reviewers and owners. This person is a reader.',
    async ({ reviewer, reader, application }) =>
      reviewer.refusal('review_assign', {
        application_id: await application(),
        seen_version: 1,
        assignee: reader.id,
      }),
  ],
  not_in_interview: [
    'Only an application in the status interview has a date for it.',
    async ({ reviewer, application }) =>
      reviewer.refusal('review_interview_set', {
        application_id: await application(),
        interview_at: tomorrow(),
      }),
  ],
  nothing_to_stop: [
    'Applications are open already.',
    ({ owner }) => owner.refusal('review_opening_stop', { seen_version: 1 }),
  ],
  own_second_factor_missing: [
    'Set up your own second factor and sign in with it first.',
    ({ owner }) => owner.refusal('review_second_factor_require', { required: true }),
  ],
  template_missing: [
    'There is no template for this status. Write the email yourself.',
    async ({ reviewer, inReview }) =>
      reviewer.refusal('review_move', {
        application_id: await inReview(),
        seen_version: 1,
        path: ['submitted'],
        mail: template,
      }),
  ],
  too_many_changes: [
    'At most 5,000 applications can be changed at once. Narrow the filter and change them in parts.',
    ({ reviewer }) =>
      reviewer.refusal('review_change_many', {
        change: { add_tag: 'x' },
        ids: Array.from({ length: 5_001 }, () => UNKNOWN),
      }),
  ],
  too_many_edits: [
    'This note was edited 200 times. Write a new one.',
    async ({ server, reviewer, application }) => {
      const { id: note_id } = await reviewer.addNote(await application(), 'Words');
      await server.sql`update public.application_notes set version = 200 where id = ${note_id}`;
      return reviewer.refusal('review_note_edit', { note_id, seen_version: 200, body: 'More', mentions: [] });
    },
  ],
  too_many_tags: [
    'An application has at most 20 tags. Remove one first.',
    async ({ reviewer, application }) => {
      const tags = Array.from({ length: 20 }, (_, number) => `tag ${number}`);
      return reviewer.refusal('review_tag', {
        application_id: await application({ tags }),
        change: { add_tag: 'one more' },
      });
    },
  ],
  too_many_tests: [
    'Five test messages are waiting already. Try again in a minute.',
    async ({ owner, webhook, deliveries }) => {
      const webhook_id = await webhook();
      await deliveries(webhook_id, 5, 'webhook.test');
      return owner.refusal('review_webhook_test', { webhook_id });
    },
  ],
  too_many_views: [
    'A member can save 100 views. Remove one first.',
    async ({ reader }) => {
      const views = Array.from({ length: 101 }, (_, number) => ({ name: `View ${number}`, view: {} }));
      const { status, error } = await reader.data.from('saved_views').insert(views);
      return error && { status, ...error };
    },
  ],
  too_many_webhooks: [
    'There are 20 webhooks already. Remove one first.',
    ({ owner, under }) =>
      under(
        `insert into private.webhooks (kind, url, events, includes_person)
         select 'webhook', 'https://full.example/', '{application.moved}', false from generate_series(1, 20)`,
        `delete from private.webhooks where host = 'full.example'`,
        () =>
          owner.refusal('review_webhook_add', {
            kind: 'webhook',
            url: 'https://hooks.example/',
            events: ['application.moved'],
            includes_person: false,
          }),
      ),
  ],
  webhook_paused: [
    'This webhook receives nothing at the moment. Switch it on first.',
    async ({ owner, webhook, deliveries }) => {
      const delivery_id = await deliveries(await webhook('webhook', 'paused'), 1, 'application.moved');
      return owner.refusal('review_webhook_resend', { delivery_id });
    },
  ],
};
