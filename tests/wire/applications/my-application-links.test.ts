import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { mailsSettled, sampleApplication, visitor } from '../../harness/applicant.ts';
import { callPage, confirmedApplicant, mailOf, mailsTo, secretsIn } from '../../harness/applicant-page.ts';

let server: TestServer;
test.beforeAll(({ server: shared }) => {
  server = shared;
});

describe('links to the applicant’s page', () => {
  const ask = (secret: string, procedure: string, parameters?: object) =>
    callPage(server, procedure, secret, parameters);

  const makeLink = (id: string, mail: string = crypto.randomUUID()) =>
    server.value<string>`select private.make_link(${id}, ${mail}) as secret`;

  test('have 43 random characters and are kept as hashes', async () => {
    const { id, secret } = await confirmedApplicant(server);
    expect(secret).toMatch(/^[\w-]{43}$/);
    const kept = await server.sql`select * from private.application_links where application_id = ${id}`;
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(kept[0]!['secret_hash']).toHaveLength(32);
  });

  test('are limited to ten, and the eleventh ends the oldest', async () => {
    const { id, secret } = await confirmedApplicant(server);
    for (let made = 0; made < 9; made += 1) await makeLink(id);
    expect((await ask(secret, '')).outcome).toBe('open');
    const latest = await makeLink(id);
    expect(await ask(secret, '')).toEqual(unknown);
    expect((await ask(latest, '')).outcome).toBe('open');
  });

  test('of retries of one mail count as one, so that no link that was sent ends for them', async () => {
    const { id, secret } = await confirmedApplicant(server);
    const mail = crypto.randomUUID();
    const tries = [];
    for (let tried = 0; tried < 12; tried += 1) tries.push(await makeLink(id, mail));
    expect((await ask(secret, '')).outcome).toBe('open');
    expect((await ask(tries.at(-1)!, '')).outcome).toBe('open');
    expect(await ask(tries[0]!, '')).toEqual(unknown);
  });

  test('stay valid until the mail with a new one is sent', async () => {
    const { id, secret } = await confirmedApplicant(server);
    // Claimed before: the server's own mailer leaves it alone.
    const mailId = await server.value<string>`
      insert into private.mails (application_id, kind, topic, state, claimed_at)
       values (${id}, 'applicant', 'new_link', 'sending', now()) returning id`;
    await makeLink(id, mailId);
    await server.sql`select public.finish_mail(${mailId}, 'refused', false, true)`;
    expect((await ask(secret, '')).outcome).toBe('open');
  });

  test('end when a new one is requested, which is mailed once a minute', async () => {
    const { row, id, secret } = await confirmedApplicant(server);
    const other = await makeLink(id);
    expect((await ask(secret, 'renew')).outcome).toBe('mailed');
    expect(await ask(other, '')).toEqual(unknown);
    const mail = await mailOf(server, row.email, 'A new link to your application');
    await mailsSettled(server);
    expect((await ask(secret, '')).outcome).toBe('open');
    const [fresh = ''] = secretsIn(mail.text);
    expect((await ask(fresh, '')).outcome).toBe('open');
    expect(await ask(secret, '')).toEqual(unknown);
    expect((await ask(fresh, 'renew')).outcome).toBe('mailed');
    await mailsSettled(server);
    expect(await mailsTo(server, row.email)).toHaveLength(3);
    expect((await ask(fresh, '')).outcome).toBe('open');
  });

  describe('requested by address', () => {
    // As the schedule does it once a minute.
    const look = () => server.sql(`select public.queue_mails(), pg_notify('mails', '')`);
    const askFor = async (email: string) =>
      (await visitor(server).rest.rpc('ask_for_new_link', { email })).data as unknown;
    const freshMails = async (email: string) =>
      (await mailsTo(server, email)).filter(({ subject }) => subject === 'A new link to your application');

    test('get the same answer with and without an application, and one mail a minute', async () => {
      const { row, secret } = await confirmedApplicant(server);
      const unconfirmed = sampleApplication();
      await visitor(server).apply(unconfirmed);
      for (const email of [row.email.toUpperCase(), row.email, unconfirmed.email, 'unknown@example.org'])
        expect(await askFor(email)).toEqual({ outcome: 'asked' });
      expect(await askFor('no address')).toEqual({ outcome: 'invalid' });
      await look();
      const mail = await mailOf(server, row.email, 'A new link to your application');
      await mailsSettled(server);
      expect(await freshMails(row.email)).toHaveLength(1);
      expect(await freshMails(unconfirmed.email)).toEqual([]);
      expect((await ask(secret, '')).outcome).toBe('open');
      expect((await ask(secretsIn(mail.text)[0]!, '')).outcome).toBe('open');
      expect(await ask(secret, '')).toEqual(unknown);
    });

    test('are mailed at most five times a day', async () => {
      const { row, id } = await confirmedApplicant(server);
      await server.sql`insert into private.mails (application_id, kind, topic, state, created_at)
         select ${id}, 'applicant', 'new_link', 'sent', now() - n * interval '1 hour' from generate_series(1, 5) as n`;
      expect(await askFor(row.email)).toEqual({ outcome: 'asked' });
      await look();
      await mailsSettled(server);
      expect(await freshMails(row.email)).toEqual([]);
    });
  });

  test('appear in no log', async () => {
    const { secret } = await confirmedApplicant(server);
    await ask(secret, 'withdraw');
    await fetch(`${server.url}/my-application?key=${secret}`);
    const isLogged = (text: string) => JSON.stringify(server.log).includes(text);
    await expect.poll(() => isLogged('"/my-application"')).toBe(true);
    expect(isLogged(secret)).toBe(false);
  });
});

const unknown = { outcome: 'unknown' };
