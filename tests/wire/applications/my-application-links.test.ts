import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { applied, mailsSettled, visitor } from '../../harness/applicant.ts';
import {
  callPage,
  confirmedApplicant,
  linkedApplicant,
  mailOf,
  mailsTo,
  secretsIn,
} from '../../harness/applicant-page.ts';

describe('links to the applicant’s page', () => {
  test('have 43 random characters, are kept as hashes, and appear in no log', async ({ server }) => {
    // Of a mail, because its way must not be logged either.
    const { id, secret } = await confirmedApplicant(server);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const stored = await server.sql`select * from private.applicant_links where application_id = ${id}`;
    expect(JSON.stringify(stored)).not.toContain(secret);
    expect(stored[0]!['secret_hash']).toHaveLength(32);
    await callPage(server, 'withdraw', secret);
    await fetch(`${server.url}/my-application?key=${secret}`);
    const isLogged = (text: string) => JSON.stringify(server.log).includes(text);
    await expect.poll(() => isLogged('"/my-application"')).toBe(true);
    expect(isLogged(secret)).toBe(false);
  });

  test('are limited to ten, and the eleventh ends the oldest', async ({ server }) => {
    const { id, secret } = await linkedApplicant(server);
    for (let made = 0; made < 9; made += 1) await makeLink(server, id);
    expect((await callPage(server, '', secret)).outcome).toBe('open');
    const latest = await makeLink(server, id);
    expect(await callPage(server, '', secret)).toEqual(unknown);
    expect((await callPage(server, '', latest)).outcome).toBe('open');
  });

  test('of retries of one mail count as one and all work', async ({ server }) => {
    const { id, secret } = await linkedApplicant(server);
    const mail = crypto.randomUUID();
    const tries = [];
    for (let tried = 0; tried < 12; tried += 1) tries.push(await makeLink(server, id, mail));
    expect((await callPage(server, '', secret)).outcome).toBe('open');
    for (const tried of tries) expect((await callPage(server, '', tried)).outcome).toBe('open');
  });

  test('stay valid until the mail with a new one is sent', async ({ server }) => {
    const { id, secret } = await linkedApplicant(server);
    // Claimed before: the server's own mailer leaves it alone.
    const mailId = await server.value<string>`
      insert into private.messages (application_id, kind, topic, state, claimed_at)
       values (${id}, 'applicant', 'new_link', 'sending', now()) returning id`;
    await makeLink(server, id, mailId);
    await server.sql`select private.finish_message(jsonb_build_object(
      'id', id, 'attempt', claims, 'failure', 'refused', 'server_up', true)) from private.messages where id = ${mailId}`;
    expect((await callPage(server, '', secret)).outcome).toBe('open');
  });

  test('end when a new one is requested, which is mailed once a minute', async ({ server }) => {
    const { row, id, secret } = await linkedApplicant(server);
    const other = await makeLink(server, id);
    expect((await callPage(server, 'link_renew', secret)).outcome).toBe('mailed');
    expect(await callPage(server, '', other)).toEqual(unknown);
    const mail = await mailOf(server, row.email, 'A new link to your application');
    await mailsSettled(server);
    expect((await callPage(server, '', secret)).outcome).toBe('open');
    const [fresh = ''] = secretsIn(mail.text);
    expect((await callPage(server, '', fresh)).outcome).toBe('open');
    expect(await callPage(server, '', secret)).toEqual(unknown);
    expect((await callPage(server, 'link_renew', fresh)).outcome).toBe('mailed');
    await mailsSettled(server);
    expect(await mailsTo(server, row.email)).toHaveLength(1);
    expect((await callPage(server, '', fresh)).outcome).toBe('open');
  });

  describe('requested by address', () => {
    test('get the same answer with and without an application, and one mail a minute', async ({ server }) => {
      const { row, secret } = await linkedApplicant(server);
      const unconfirmed = await applied(server);
      for (const email of [row.email.toUpperCase(), row.email, unconfirmed.email, 'unknown@example.org'])
        expect(await askFor(server, email)).toEqual({ outcome: 'requested' });
      expect(await askFor(server, 'no address')).toEqual({ outcome: 'invalid' });
      await look(server);
      const mail = await mailOf(server, row.email, 'You have applied: here is your page');
      await mailsSettled(server);
      expect(await freshMails(server, row.email)).toHaveLength(1);
      expect(await freshMails(server, unconfirmed.email)).toEqual([]);
      expect((await callPage(server, '', secret)).outcome).toBe('open');
      expect((await callPage(server, '', secretsIn(mail.text)[0]!)).outcome).toBe('open');
      expect(await callPage(server, '', secret)).toEqual(unknown);
    });

    test('are mailed at most five times a day', async ({ server }) => {
      const { row, id } = await linkedApplicant(server);
      await server.sql`insert into private.messages (application_id, kind, topic, state, created_at)
         select ${id}, 'applicant', 'new_link', 'sent', now() - n * interval '1 hour' from generate_series(1, 5) as n`;
      expect(await askFor(server, row.email)).toEqual({ outcome: 'requested' });
      await look(server);
      await mailsSettled(server);
      expect(await freshMails(server, row.email)).toEqual([]);
    });

    test('wait in one mail while the address bounces', async ({ server }) => {
      const { row, id } = await linkedApplicant(server);
      await server.sql`update public.applications set email_bounced_at = now() where id = ${id}`;
      for (let days = 3; days > 0; days -= 1) {
        await askFor(server, row.email);
        await look(server);
        await mailsSettled(server);
        await server.sql`update private.messages set created_at = created_at - interval '1 day'`;
      }
      expect(
        await server.column`select state from private.messages
          where application_id = ${id} and topic = 'next_step'`,
      ).toEqual(['held']);
    });
  });
});

const unknown = { outcome: 'unknown' };

const makeLink = (server: TestServer, id: string, mail: string = crypto.randomUUID()) =>
  server.value<string>`select private.make_link(${id}, ${mail})`;
/** Has the schedule look, which it does once a minute, for requests that are older than five seconds. */
const look = async (server: TestServer) => {
  await server.sql`update private.requested_mails set requested_at = requested_at - interval '5 seconds'`;
  await server.sql(`select public.queue_mails(), pg_notify('mails', '')`);
};
const askFor = async (server: TestServer, email: string) =>
  (await visitor(server).rest.rpc('request_new_link', { email })).data as unknown;
const freshMails = async (server: TestServer, email: string) =>
  (await mailsTo(server, email)).filter(({ subject }) => subject === 'You have applied: here is your page');
