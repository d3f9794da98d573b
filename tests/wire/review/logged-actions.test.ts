import { showOpinions } from '../../harness/opinions.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { passErasure } from '../../harness/erase.ts';
import { expect, test } from '../../harness/fixtures.ts';
import { functions } from '../permissions/expectations.ts';
import { type Action, mail, openDesk } from './logged-desk.ts';
import { memberActions, move, review } from './member-actions.ts';

const actions: Readonly<Record<string, Action>> = {
  ...memberActions,
  my_application_correct: {
    kinds: 'applicant',
    act: ({ own, id }) =>
      own('correct', {
        name: 'Other Heron',
        linkedin: `https://www.linkedin.com/in/${id}`,
        sectors: 'Ponds',
      }),
  },
  my_application_evidence_save: {
    kinds: 'applicant',
    act: ({ own }) =>
      own('evidence_save', { link: 'https://heron.example/', repository: null, words: 'A heron.' }),
  },
  my_application_withdraw: { kinds: 'applicant moved', act: ({ own }) => own('withdraw') },
  my_application_undo: {
    kinds: 'applicant moved',
    lead: ({ own }) => own('withdraw'),
    act: ({ own }) => own('undo', { request: 'withdraw' }),
  },
  my_application_erase: { kinds: 'applicant', act: ({ own }) => own('erase') },
  my_application_apply_again: {
    kinds: 'applicant moved',
    lead: ({ own }) => own('withdraw'),
    act: ({ own }) => own('apply_again'),
  },
  save_evidence: {
    kinds: 'applicant',
    lead: ({ server, id }) => server.value`select private.make_link(${id}, gen_random_uuid(), 'confirm')`,
    act: ({ visit }, link_secret) =>
      visit('save_evidence', {
        link_secret,
        link: 'https://heron.example/',
        repository: null,
        words: 'A heron.',
      }),
  },
  my_email_correct: {
    kinds: 'applicant',
    lead: async ({ server, id }) => {
      await server.sql`update public.applications set email_confirmed_at = null, form_key = private.secret_hash(${id}) where id = ${id}`;
      return id;
    },
    act: ({ visit }, application_key) =>
      visit('my_email_correct', { application_key, email: sampleApplication().email }),
  },
};

/** Functions that leave no entry, each with the reason. */
const without: Readonly<Record<string, string>> = {
  application_challenge: 'nothing is known of the caller',
  confirm_email: 'the application has the time',
  confirm_opening_request: 'the address has the time, and is no application',
  request_opening_mail: 'of an address without an application',
  request_new_link: 'the mail is the record',
  my_confirmation_resend: 'the mail is the record',
  my_application: 'the applicant’s own reading',
  my_application_download: 'the applicant’s own reading',
  my_application_link_renew: 'the mail is the record',
  my_session_end: 'of the caller’s own account',
  accept_invitation: 'the trigger on members, as review_member_access_set',
  review_name_save: 'of the caller’s own account',
  review_booking_link_save: 'of the caller’s own account',
  review_reminders_save: 'of the caller’s own account',
  review_mail_edit: 'nothing has changed until review_mail_edit_end',
  review_scoring_save: 'the trigger on settings, as review_lab_settings_save',
  review_second_factor_require: 'the trigger on settings, as review_lab_settings_save',
  review_opening_stop: 'the trigger on settings, as review_intake_save',
  review_invitation_revoke: 'of no member and no application',
  review_webhook_test: 'the message is the record',
  review_webhook_resend: 'the message is the record',
};

/** Entries about no single application. */
const OF_THE_LAB = /^(export|log|template|settings|access|member|webhook)_|^undone$/;

test.beforeAll(({ server }) => showOpinions(server));

test('every function that may write is in one of the tables', async ({ server }) => {
  const writing = await server.column<string>`select p.proname::text from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype`;
  const called = writing.filter((name) => functions[name] !== 'service_role').toSorted();
  expect([...Object.keys(actions), ...Object.keys(without)].toSorted()).toEqual(called);
});

test.for(Object.entries(actions))(
  '%s leaves one entry for each thing that it does, with its person and without words',
  async ([name, { kinds, lead, act }], { server, owner, reviewer }) => {
    const desk = await openDesk(server, owner, reviewer);
    const prepared = (await lead?.(desk)) as string;
    const since = await server.value`select coalesce(max(id), 0) from public.access_log`;
    await act(desk, prepared);
    const written = await server.sql<Entry>`select kind, actor, application_id, l::text as row
      from public.access_log l where id > ${since} order by id`;
    expect(written.map(({ kind }) => kind).toSorted()).toEqual(kinds.split(' ').toSorted());
    const isApplicants = !name.startsWith('review_');
    const actors: readonly (string | null)[] = isApplicants ? [null] : [owner.id, reviewer.id];
    expect(written.filter(({ actor }) => !actors.includes(actor))).toEqual([]);
    for (const { kind, application_id } of written)
      expect([kind, application_id]).toEqual([kind, OF_THE_LAB.test(kind) ? null : desk.id]);
    expect(written.filter(({ row }) => /heron(?!@lab)/i.test(row))).toEqual([]);
  },
);

test('an erasure leaves no words about the person in any entry', async ({ server, owner, reviewer }) => {
  const desk = await openDesk(server, owner, reviewer);
  await review('review_tag', { change: { add_tag: 'heron' } })(desk);
  await review('review_reply_add', { body: 'A heron’s answer' })(desk);
  await desk.own('evidence_save', { link: 'https://heron.example/', repository: null, words: 'A heron.' });
  await owner.call('review_export', { filter: { search: 'heron' } });
  await move('in_review', { mail })(desk);
  await owner.call('review_erase', { application_id: desk.id });
  await passErasure(server, desk.id);
  const left = await server.sql`select l.id, c.content from public.access_log l
    left join public.access_log_content c on c.entry_id = l.id
    where concat(l::text, c::text) ~* 'heron(?!@lab)'`;
  expect(left).toEqual([]);
});

interface Entry {
  readonly kind: string;
  readonly actor: string | null;
  readonly application_id: string | null;
  readonly row: string;
}
