import { to } from '@solostead/server-testkit/mail/smtp';
import { holdRows, lockWaits } from '@solostead/server-testkit/databases/held-rows';
import { createHash, randomBytes } from 'node:crypto';
import type { ApplicationRow } from '@solostead/contract/application';
import { applicationHeaders } from '@solostead/contract/headers';
import { linkedId, mailsSettled, passMinute, sampleApplication } from '../../harness/applicant.ts';
import { someHost } from '../../harness/intake.ts';
import { describe, expect, testPublic, type TestServer, type Visitor } from '../../harness/fixtures.ts';

const test = testPublic().extend('desk', { scope: 'file' }, ({ server, page }) => openDesk(server, page));

describe('a form sent again with its key', () => {
  test('is answered 201 and stored once, because its first answer may have been lost', async ({ desk }) => {
    const { row, key } = await desk.applied();
    for (const again of [row, { ...row, name: `  ${row.name} ` }])
      expect((await desk.send(again, key)).status).toBe(201);
    expect(await desk.stored(row.email)).toHaveLength(1);
  });

  test('twenty times at once is stored once and never reported as a duplicate', async ({ desk }) => {
    const row = sampleApplication();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => desk.send(row, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(await desk.stored(row.email)).toHaveLength(1);
  });

  test('with another value is refused with a message and changes nothing', async ({ desk }) => {
    const { row, key } = await desk.applied();
    const { status, error } = await desk.send({ ...row, sectors: 'Farming' }, key);
    expect([status, error?.code]).toEqual([409, 'application_key_used']);
    expect((await desk.stored(row.email))[0]).toMatchObject({ sectors: row.sectors });
  });

  test.for<[string, () => string]>([
    ['another key', () => sha256(newKey())],
    ['no key', () => ''],
    ['an invalid hash', () => 'x'.repeat(64)],
  ])('with %s is a duplicate as usual', async ([, header], { desk }) => {
    const { row } = await desk.applied();
    expect((await desk.send(row, '', header())).error?.code).toBe('23505');
  });
});

test('a corrected address is in the history until an erasure', async ({ server, reader, desk }) => {
  const { row, key } = await desk.applied({ email: 'qvistgaard.former@builders.example' });
  const email = sampleEmail();
  expect(await desk.outcome(key, email)).toEqual({ outcome: 'corrected' });
  const id = await server.value<string>`select id from public.applications where email = ${email}`;
  const view = async () => (await server.column<string>('select name from public.saved_views'))[0];
  await reader.data.from('saved_views').insert({ name: 'About qvistgaard', view: {} }).throwOnError();
  expect(
    await server.value(
      `select detail #>> '{before,email}' from public.application_events where application_id = '${id}' and kind = 'applicant'`,
    ),
  ).toBe(row.email);
  await server.sql(`select private.erase_application('${id}', 'owner')`);
  expect(await view()).toMatch(/^View /);
});

describe('"Send again"', () => {
  test('mails once a minute, five times, until a confirmation', async ({ smtp, server, page, desk }) => {
    const { row, key } = await desk.applied();
    expect(await desk.resend(key)).toEqual({ outcome: 'queued' });
    const mail = await smtp.next(to(row.email));
    await mailsSettled(server);
    expect(await desk.resend(key)).toEqual({ outcome: 'too_soon' });
    await server.sql`insert into private.messages (application_id, kind, state, sent_at)
       select id, 'confirmation', 'sent', now() from public.applications, generate_series(1, 3)
         where email = ${row.email}`;
    await passMinute(server);
    expect(await desk.resend(key)).toEqual({ outcome: 'queued' });
    await mailsSettled(server);
    await passMinute(server);
    expect(await desk.resend(key)).toEqual({ outcome: 'too_many' });
    await page.confirm(linkedId(mail.text));
    expect(await desk.resend(key)).toEqual({ outcome: 'confirmed' });
    expect(await desk.outcome(key, sampleEmail())).toEqual({ outcome: 'confirmed' });
  });

  test('counts the minute from the request as the page does, however late the mail left', async ({
    server,
    desk,
  }) => {
    const { row, key } = await desk.applied();
    const ago = (seconds: number) =>
      server.sql`update private.messages set state = 'sent', sent_at = now(), claimed_at = now(),
        created_at = now() - make_interval(secs => ${seconds})
          where application_id = (select id from public.applications where email = ${row.email})`;
    expect(await desk.resend(key)).toEqual({ outcome: 'queued' });
    await mailsSettled(server);
    await ago(30);
    expect(await desk.resend(key)).toEqual({ outcome: 'too_soon' });
    await ago(60);
    expect(await desk.resend(key)).toEqual({ outcome: 'queued' });
  });

  test('answers unknown to a wrong key, the hash of a key and an empty key', async ({ desk }) => {
    const { key } = await desk.applied();
    for (const guess of [newKey(), sha256(key), '', `${key}x`])
      expect(await desk.resend(guess)).toEqual({ outcome: 'unknown' });
  });
});

describe('"Wrong address?"', () => {
  test('mails the new address at once, and an older link confirms nothing', async ({ smtp, page, desk }) => {
    const { row, key } = await desk.applied();
    await desk.resend(key);
    const former = linkedId((await smtp.next(to(row.email))).text);
    const email = sampleEmail();
    expect(await desk.outcome(key, ` ${email} `)).toEqual({ outcome: 'corrected' });
    const mail = await smtp.next(to(email));
    expect((await page.confirm(former)).data).toMatchObject({ success: false });
    expect((await desk.stored(email))[0]).toMatchObject({ email_confirmed_at: null });
    expect((await page.confirm(linkedId(mail.text))).data).toMatchObject({ success: true });
    expect(await desk.stored(row.email)).toEqual([]);
  });

  test('an older link that is opened during a correction confirms nothing', async ({
    smtp,
    server,
    page,
    desk,
  }) => {
    const { row, key } = await desk.applied();
    await desk.resend(key);
    const former = linkedId((await smtp.next(to(row.email))).text);
    await mailsSettled(server);
    const email = sampleEmail();
    const other = await holdRows(server, 'select from public.applications where email = $1 for update', [
      row.email,
    ]);
    const corrected = desk.outcome(key, email);
    await lockWaits(server);
    const confirmed = page.confirm(former);
    await lockWaits(server, 2);
    await other.query('commit');
    expect(await corrected).toEqual({ outcome: 'corrected' });
    expect((await confirmed).data).toMatchObject({ success: false });
    expect((await desk.stored(email))[0]).toMatchObject({ email_confirmed_at: null });
  });

  test('accepts two corrections, and does not count the application’s own address', async ({ desk }) => {
    const { row, key } = await desk.applied();
    expect(await desk.outcome(key, row.email.toUpperCase())).toEqual({ outcome: 'corrected' });
    for (let round = 0; round < 2; round += 1)
      expect(await desk.outcome(key, sampleEmail())).toEqual({ outcome: 'corrected' });
    expect(await desk.outcome(key, sampleEmail())).toEqual({ outcome: 'too_many' });
  });

  test('refuses an invalid address and one that has applied, and changes nothing', async ({ desk }) => {
    const other = await desk.applied();
    const { row, key } = await desk.applied();
    expect(await desk.outcome(key, other.row.email.toUpperCase())).toEqual({ outcome: 'duplicate' });
    for (const email of ['sample@nowhere', null])
      expect(await desk.outcome(key, email)).toEqual({ outcome: 'invalid' });
    expect(await desk.stored(row.email)).toHaveLength(1);
  });

  test('keeps a repeated form a repeated one', async ({ desk }) => {
    const { row, key } = await desk.applied();
    await desk.outcome(key, sampleEmail());
    expect((await desk.send(row, key)).status).toBe(201);
    expect(await desk.stored(row.email)).toEqual([]);
  });
});

function openDesk(server: TestServer, page: Visitor) {
  /** Sends a form with the key's hash in a header, from a new address. */
  const send = (row: object, key: string, header = sha256(key)) =>
    page.rest
      .from('applications')
      .insert(row)
      .setHeader(applicationHeaders.formKey, header)
      .setHeader('x-forwarded-for', someHost());
  async function applied(changes: Partial<ApplicationRow> = {}) {
    const row = sampleApplication(changes);
    const key = newKey();
    expect((await send(row, key)).status).toBe(201);
    return { row, key };
  }
  const stored = (email: string) => server.sql`select * from public.applications where email = ${email}`;
  const resend = async (application_key: string) =>
    (await page.rest.rpc('my_confirmation_resend', { application_key })).data;
  const correct = (application_key: string, email: string | null, from = someHost('198.51.100')) =>
    page.rest.rpc('my_email_correct', { application_key, email }).setHeader('x-forwarded-for', from);
  const outcome = async (key: string, email: string | null) => (await correct(key, email)).data;
  return { applied, send, stored, resend, outcome, correct };
}

const newKey = () => randomBytes(32).toString('base64url');
const sha256 = (key: string) => createHash('sha256').update(key).digest('hex');
const sampleEmail = () => sampleApplication().email;
