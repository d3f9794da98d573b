import pg from 'pg';
import { applied, linkedId, mailsSettled, passMinute, visitor } from '../../harness/applicant.ts';
import { callPage, linkedApplicant, mailOf, mailsTo, secretsIn } from '../../harness/applicant-page.ts';
import { passErasure } from '../../harness/erase.ts';
import { describe, expect, test } from '../../harness/fixtures.ts';
import { askNextStep, type Desk, lead, passTerm } from './way-back.ts';

interface Case {
  readonly state: string;
  readonly subject: string | null;
  /** Is the page's offer to apply again open, later, or none? */
  readonly again: 'open' | 'later' | null;
  readonly lead: (desk: Desk) => Promise<unknown>;
}

const OWN_PAGE = 'You have applied: here is your page';
const cases: readonly Case[] = [
  { state: 'Submitted', subject: OWN_PAGE, again: null, lead: async () => {} },
  { state: 'In review', subject: OWN_PAGE, again: null, lead: (desk) => lead(desk, ['in_review']) },
  {
    state: 'Interview',
    subject: OWN_PAGE,
    again: null,
    lead: (desk) => lead(desk, ['in_review', 'interview']),
  },
  {
    state: 'Accepted',
    subject: OWN_PAGE,
    again: null,
    lead: (desk) => lead(desk, ['in_review', 'interview', 'accepted']),
  },
  {
    state: 'Declined without a mail',
    subject: OWN_PAGE,
    again: null,
    lead: (desk) => lead(desk, ['declined'], null),
  },
  {
    state: 'Declined',
    subject: 'You can apply again from …',
    again: 'later',
    lead: (desk) => lead(desk, ['declined']),
  },
  {
    state: 'Declined a term ago',
    subject: 'You can apply again',
    again: 'open',
    lead: async (desk) => {
      await lead(desk, ['declined']);
      await passTerm(desk);
    },
  },
  {
    state: 'Declined and moved back',
    subject: OWN_PAGE,
    again: null,
    lead: (desk) => lead(desk, ['declined', 'in_review']),
  },
  {
    state: 'Withdrawn',
    subject: 'You can apply again',
    again: 'open',
    lead: ({ server, secret }) => callPage(server, 'withdraw', secret),
  },
  {
    state: 'Withdrawn by the lab',
    subject: 'You can apply again',
    again: 'open',
    lead: (desk) => lead(desk, ['withdrawn']),
  },
  {
    state: 'Declined, then withdrawn',
    subject: 'You can apply again from …',
    again: 'later',
    lead: async (desk) => {
      await lead(desk, ['declined']);
      await callPage(desk.server, 'withdraw', desk.secret);
    },
  },
  {
    state: 'Declined without a mail, then withdrawn',
    subject: 'You can apply again',
    again: 'open',
    lead: async (desk) => {
      await lead(desk, ['declined'], null);
      await callPage(desk.server, 'withdraw', desk.secret);
    },
  },
  {
    state: 'Being erased by the applicant',
    subject: 'Your application is being erased',
    again: null,
    lead: async ({ server, secret, email }) => {
      await callPage(server, 'erase', secret);
      await mailOf(server, email, 'Your application is being erased');
      await passMinute(server);
    },
  },
  {
    state: 'Being erased by an owner',
    subject: null,
    again: null,
    lead: ({ owner, id }) => owner.call('review_erase', { application_id: id }),
  },
  {
    state: 'Erased',
    subject: null,
    again: null,
    lead: async ({ server, secret, id, email }) => {
      await callPage(server, 'erase', secret);
      // A mail that is being sent outlives its row.
      await mailOf(server, email, 'Your application is being erased');
      await passErasure(server, id);
    },
  },
];

describe('the promise: everyone who has applied has a way back in', () => {
  test.for(cases)('from $state, the mail and the page fit', async (expected, { server, owner }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await expected.lead({ server, owner, id, secret, email: row.email });
    await mailsSettled(server);
    const before = (await mailsTo(server, row.email)).length;
    expect(await askNextStep(server, ` ${row.email.toUpperCase()} `)).toEqual({ outcome: 'requested' });
    const [mail, ...others] = (await mailsTo(server, row.email)).slice(before);
    expect(others).toEqual([]);
    expect(mail?.subject?.replace(/from \d.*/, 'from …') ?? null).toBe(expected.subject);
    if (!mail) return;
    const { application } = await callPage(server, '', secretsIn(mail.text)[0]!);
    expect(application!.apply_again && (application!.apply_again.is_open ? 'open' : 'later')).toBe(
      expected.again,
    );
  });

  test('an unconfirmed applicant gets the confirmation link, others nothing', async ({ server }) => {
    const unconfirmed = await applied(server);
    const archived = await applied(server);
    await server.sql`update public.applications set archived_at = now() where email = ${archived.email}`;
    for (const { email } of [unconfirmed, archived, { email: 'stranger@example.org' }]) {
      expect(await askNextStep(server, email)).toEqual({ outcome: 'requested' });
    }
    linkedId((await mailOf(server, unconfirmed.email, 'Confirm your application to Solostead')).text);
    expect(await mailsTo(server, archived.email)).toEqual([]);
    expect(await mailsTo(server, 'stranger@example.org')).toEqual([]);
  });

  test('the answer waits for no application, so its time is the same for all', async ({ server }) => {
    const { row } = await linkedApplicant(server);
    const client = new pg.Client(server.databaseUrl);
    await client.connect();
    try {
      await client.query('begin; lock table public.applications in access exclusive mode');
      for (const email of [row.email, 'stranger@example.org'])
        expect((await visitor(server).rest.rpc('request_new_link', { email })).data).toEqual({
          outcome: 'requested',
        });
    } finally {
      await client.end();
    }
    await mailOf(server, row.email, OWN_PAGE);
  });

  test('a link has one purpose, and each mail’s is known', async ({ server, owner }) => {
    const { row, id, secret } = await linkedApplicant(server);
    await askNextStep(server, row.email);
    await lead({ server, owner, id, secret, email: row.email }, ['declined']);
    await callPage(server, 'erase', secret);
    await mailsSettled(server);
    const purposes = await server.column`
      select l.purpose || ' ' || coalesce(m.topic, m.kind)
        from private.applicant_links l join private.messages m on m.id = l.mail_id
       where l.application_id = ${id} order by 1`;
    expect(purposes).toEqual(['page review', 'return next_step', 'take_back erasing']);
  });
});
