import { createHash, randomUUID } from 'node:crypto';
import { applicationHeaders } from '@solostead/contract/headers';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { type Cases, type Refused, UNKNOWN, type World } from './world.ts';

/** Callers who may not do it, or not so often. */
export const callers: Cases<
  | 'access_too_low'
  | 'applications_closed'
  | 'not_a_member'
  | 'not_yours'
  | 'proof_needed'
  | 'second_factor_missing'
  | 'session_ended'
  | 'application_key_used'
  | 'too_many_applications'
  | 'too_many_exports'
  | 'too_many_notes'
  | 'too_many_requests'
  | 'too_soon'
> = {
  access_too_low: [
    'This needs the access of a reviewer. You have the access of a reader.',
    ({ reader }) => reader.refusal('review_undo', { batch_id: UNKNOWN }),
  ],
  applications_closed: [
    'Applications are closed.',
    ({ under, apply }) =>
      under('select private.set_intake(true)', 'select private.set_intake(false)', () => apply()),
  ],
  not_a_member: [
    'You are not allowed to enter the review workspace.',
    async ({ server, newcomer }) => {
      const member = await newcomer();
      await server.sql`delete from public.user_roles where user_id = ${member.id}`;
      return member.refusal('review_list');
    },
  ],
  not_yours: [
    'Only the author or an owner can remove a note.',
    async ({ owner, reviewer, application, under }) => {
      const { id } = await owner.addNote(await application(), 'Words');
      return under(
        'update public.review_settings set hides_others_until_scored = false',
        'update public.review_settings set hides_others_until_scored = true',
        () => reviewer.refusal('review_note_remove', { note_id: id }),
      );
    },
  ],
  proof_needed: [
    'The form has to be sent with a solved challenge at the moment.',
    ({ under, apply }) =>
      under(
        'update private.form_protection set proof_of_work = true',
        'update private.form_protection set proof_of_work = false',
        () => apply(),
      ),
  ],
  second_factor_missing: [
    'Confirm your second factor first.',
    async ({ server, newcomer }) => {
      const member = await newcomer();
      await server.sql`
        insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
        values (gen_random_uuid(), ${member.id}, 'Sample', 'totp', 'verified', now(), now())`;
      return member.refusal('my_session_end', { session_id: UNKNOWN });
    },
  ],
  session_ended: [
    'This session has ended. Sign in again.',
    async ({ server, newcomer }) => {
      const member = await newcomer();
      await server.sql`delete from auth.sessions where user_id = ${member.id}`;
      return member.refusal('my_session_end', { session_id: UNKNOWN });
    },
  ],
  application_key_used: [
    'This form was sent before with other answers. Reload the page and send it again.',
    async ({ apply }) => {
      const key = createHash('sha256').update(randomUUID()).digest('hex');
      const row = sampleApplication();
      await apply({ [applicationHeaders.formKey]: key }, row);
      return apply({ [applicationHeaders.formKey]: key }, { ...row, sectors: 'Farming' });
    },
  ],
  too_many_applications: [
    'Too many applications came from your network. Please try again in 10 minutes.',
    (world) => atLimit(world, 'application', () => world.apply()),
  ],
  too_many_exports: [
    'You reached the limit of exports for one day. Try again tomorrow.',
    (world) => atLimit(world, 'export', () => world.reader.refusal('review_export', { page_size: 1 })),
  ],
  too_many_notes: [
    'You reached the limit of notes and answers for one day. Try again tomorrow.',
    async (world) => {
      const note = { application_id: await world.application(), body: 'Words', mentions: [] };
      return atLimit(world, 'note', () => world.reviewer.refusal('review_note_add', note));
    },
  ],
  too_many_requests: [
    'Too many requests came from your network. Please try again in 10 minutes.',
    (world) =>
      atLimit(world, 'page', async () => {
        const { rest } = visitor(world.server);
        const { status, error } = await rest.rpc('my_application', { link_secret: 'x' });
        return error && { status, ...error };
      }),
  ],
  too_soon: [
    'A confirmation was requested less than a minute ago. Try again in a minute.',
    async ({ reviewer, application }) => {
      const about = { application_id: await application() };
      await reviewer.call('review_confirmation_resend', about);
      return reviewer.refusal('review_confirmation_resend', about);
    },
  ],
};

/** Makes a call a second time while one of its purpose is the limit. */
async function atLimit({ server, under }: World, purpose: string, run: () => Promise<Refused | null>) {
  await server.sql('delete from private.rate_counts');
  const limit = await server.value<number>`
    select per_caller from private.rate_limits where purpose = ${purpose}`;
  const limitTo = (count: number) =>
    `update private.rate_limits set per_caller = ${count} where purpose = '${purpose}'`;
  return under(limitTo(1), limitTo(limit), async () => {
    await run();
    return run();
  });
}
