import { expect, test as base } from 'vitest';
import { startSmtp, to } from '@solostead/server-testkit/mail/smtp';
import { manyApplied, visitor } from '../../harness/applicant.ts';
import { makeApplication, makeMember } from '../../harness/member.ts';
import { startServer } from '../../harness/servers/server.ts';
import { startHooks } from '../../harness/webhooks/hooks.ts';

/** A server with a mail server and a place for hooks. */
const test = base.extend('lab', { scope: 'file' }, async ({}, { onCleanup }) => {
  const [smtp, hooks] = await Promise.all([startSmtp(), startHooks()]);
  const server = await startServer({ env: { ...hooks.env, SMTP_URL: smtp.url } });
  onCleanup(async () => {
    await server.stop();
    await Promise.all([smtp.stop(), hooks.stop()]);
  });
  const owner = await makeMember(server, 'owner@lab.example', 'owner');
  const add = (path: string) =>
    owner.call<{ id: string }>('review_webhook_add', {
      kind: 'webhook',
      url: `${hooks.url}${path}`,
      events: ['application.received'],
      includes_person: false,
    });
  return { server, smtp, hooks, owner, add };
});

test('10,000 messages to an address that never answers delay a confirmation mail by at most a second', async ({
  lab: { server, smtp, hooks, owner, add },
}) => {
  const emails = await manyApplied(server, 10);
  const page = visitor(server);
  /** The shortest time until a mail arrives, so that other work on this machine counts for little. */
  const shortest = async (some: readonly string[]) => {
    const times: number[] = [];
    for (const email of some) {
      const began = performance.now();
      await Promise.all([page.askForMail(email), smtp.next(to(email))]);
      times.push(performance.now() - began);
    }
    return Math.min(...times);
  };
  const alone = await shortest(emails.slice(0, 5));
  hooks.answer('/never', 'hang');
  const { id } = await add('/never');
  await server.sql`insert into private.messages (kind, webhook_id, payload)
    select 'webhook', ${id}, '{"event": "application.received"}' from generate_series(1, 10000)`;
  await server.sql(`select pg_notify('webhooks', '')`);
  await expect.poll(() => hooks.received('/never').length).toBeGreaterThanOrEqual(5);
  expect((await shortest(emails.slice(5))) - alone).toBeLessThan(1_000);
  const underWay = `select from private.messages where webhook_id is not null and state = 'sending'`;
  expect((await server.sql(underWay)).length).toBeLessThanOrEqual(5);
  // Other addresses are not delayed either.
  await add('/well');
  await makeApplication(server, 'well');
  await expect.poll(() => hooks.received('/well').length).toBe(1);
  await owner.call('review_webhook_remove', { webhook_id: id });
});

test('a mail server that is away delays no message to a webhook, and loses no mail', async ({
  lab: { server, smtp, hooks, add },
}) => {
  await add('/during');
  const emails = await manyApplied(server, 3);
  await expect.poll(() => hooks.received('/during').length).toBe(3);
  smtp.behave('away');
  smtp.hangUp();
  await server.sql`insert into private.messages (application_id, kind)
    select id, 'confirmation' from public.applications where email = any(${emails})`;
  await server.sql(`select pg_notify('mails', '')`);
  const downSince = () => server.value('select down_since from public.mail_server_state()');
  await expect.poll(downSince).not.toBeNull();
  for (let number = 0; number < 5; number += 1) await makeApplication(server, `during-${number}`);
  await expect.poll(() => hooks.received('/during').length).toBe(8);
  expect(await downSince()).not.toBeNull();
  smtp.behave('accept');
  await server.sql(`update private.channels set next_trial_at = now() where breaker_opened_at is not null`);
  await server.sql(`select pg_notify('mails', '')`);
  const arrivals = () => emails.map((email) => smtp.mails.filter(to(email)).length);
  await expect.poll(arrivals).toEqual([1, 1, 1]);
});
