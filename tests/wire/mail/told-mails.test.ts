import type { TestSmtp } from '../../../server/tests/harness/mail/smtp.ts';
import { confirmed, template } from '../../harness/telling.ts';
import { expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing({ MAIL_FROM: 'Solostead <hello@lab.example>', SITE_URL: 'http://lab.example' });

test.beforeEach(({ smtp }) => smtp.behave('accept'));

test('a decision is mailed with its template, then shown to the applicant', async ({ smtp, server, lab }) => {
  const id = await lab.inReview('template');
  await lab.move(id, 'interview', template);
  await hasten(server, id);
  await becomes(server, id, 'sent');
  const [mail] = mailsTo(smtp, 'template');
  expect(mail!.subject).toBe('Let us talk about what you build');
  expect(mail!.text).toMatch(/^Hello Amber Sample,\n\nWe would like to talk/);
  const told = await server.row`select (private.told_standing(${id}, now())).status`;
  expect(told).toEqual({ status: 'interview' });
});

test('a mail that is sent later than its move updates the page too', async ({ server, lab }) => {
  const id = await lab.inReview('later');
  await lab.move(id, 'declined');
  const standing = () => server.sql`select (private.told_standing(${id}, now())).status`;
  expect(await standing()).toEqual([{ status: 'submitted' }]);
  await lab.reviewer.call('review_mail_now', { application_id: id, mail: template });
  await hasten(server, id);
  await becomes(server, id, 'sent');
  expect(await standing()).toEqual([{ status: 'declined' }]);
});

test('a mail that was given up and is retried keeps its Message-ID', async ({ smtp, server, lab }) => {
  const id = await lab.inReview('given-up', confirmed);
  await lab.move(id, 'declined', template);
  smtp.behave('hang-up-on-recipient');
  await hasten(server, id, true);
  await becomes(server, id, 'failed');
  expect((await lab.rowOf(id)).not_told).toBe(true);
  const mail = await server.row<{ id: string; key: string }>`
    select id, private.message_key(id::text) as key from private.mails where application_id = ${id}`;
  smtp.behave('accept');
  await lab.reviewer.call('review_mail_retry', { mail_id: mail!.id });
  await becomes(server, id, 'sent');
  expect(mailsTo(smtp, 'given-up').map(({ messageId }) => messageId)).toEqual([`<${mail!.key}@lab.example>`]);
  expect(await lab.rowOf(id)).toMatchObject({ not_told: false, told_at: expect.any(String) as string });
});

test('a superseded mail is never sent', async ({ smtp, server, lab }) => {
  const id = await lab.inReview('overtaken');
  await lab.move(id, 'interview', template);
  await lab.move(id, 'declined', template);
  await hasten(server, id);
  await expect.poll(() => lab.statesOf(id)).toEqual(['declined sent', 'interview dropped']);
  expect(mailsTo(smtp, 'overtaken').map(({ subject }) => subject)).toEqual(['Your application to Solostead']);
});

const mailsTo = (smtp: TestSmtp, handle: string) =>
  smtp.mails.filter(({ to }) => to?.[0]?.address === `${handle}@builders.example`);

/** Makes the application's mail due now. `isLastTry` gives it up when it fails. */
async function hasten(server: TestServer, id: string, isLastTry = false): Promise<void> {
  await server.sql`update private.mails
    set due_at = now(), attempts = case when ${isLastTry} then 3 else attempts end
      where application_id = ${id} and state = 'due'`;
  await server.sql('notify mails');
}

const stateOf = (server: TestServer, id: string) => server.value`
      select state from private.mails where application_id = ${id} order by created_at desc limit 1`;
const becomes = (server: TestServer, id: string, state: string) =>
  expect.poll(() => stateOf(server, id)).toBe(state);
