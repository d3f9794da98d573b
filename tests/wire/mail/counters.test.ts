import { applied, mailsSettled, visitor } from '../../harness/applicant.ts';
import { numberedApplication, submitApplication } from '../../harness/applications.ts';
import { expect, testMailing, type TestServer } from '../../harness/fixtures.ts';

const test = testMailing();

const read = async ({ url, secretKey }: TestServer) => {
  const text = await (await fetch(`${url}/metrics`, { headers: { apikey: secretKey } })).text();
  const value = (name: string) => Number(new RegExp(`^solostead_${name}_total (.+)$`, 'm').exec(text)?.[1]);
  return { received: value('applications'), sent: value('mails_sent'), failed: value('mails_failed') };
};

/** Applies, and asks for the confirmation mail as the page does. */
async function applyAndAsk(server: TestServer) {
  const { email } = await applied(server);
  await visitor(server).askForMail(email);
}

test('counters of applications and mails grow, and outlive an erasure', async ({ server, smtp }) => {
  expect(await read(server)).toEqual({ received: 0, sent: 0, failed: 0 });
  await applyAndAsk(server);
  await expect.poll(() => read(server)).toEqual({ received: 1, sent: 1, failed: 0 });

  const again = numberedApplication(1);
  expect((await submitApplication(server, again)).status).toBe(201);
  expect((await submitApplication(server, again)).status).toBe(409);
  await expect.poll(() => read(server)).toEqual({ received: 2, sent: 1, failed: 0 });

  smtp.behave('away');
  await applyAndAsk(server);
  await expect.poll(() => read(server)).toEqual({ received: 3, sent: 1, failed: 1 });

  await server.sql('update private.messages set due_at = now() + interval $$1 day$$');
  await mailsSettled(server);
  const before = await read(server);
  await server.sql('delete from public.applications');
  expect(await server.value('select count(*)::int from private.messages')).toBe(0);
  // Figures are read at most once a second.
  await applied(server);
  await expect.poll(() => read(server)).toEqual({ ...before, received: 4 });
});
