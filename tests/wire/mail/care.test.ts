import { mailsSettled, sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { LIMITS: 'on' } });

describe('an applicant whose browser died before it requested the mail', () => {
  const age = (server: TestServer, email: string, interval: string) =>
    server.sql('update public.applications set created_at = now() - $2::interval where email = $1', [
      email,
      interval,
    ]);
  const notify = (server: TestServer) => server.sql(`select pg_notify('mails', '')`);

  test('gets the mail after two minutes, once', async ({ server, page }) => {
    const [late, early, old] = [sampleApplication(), sampleApplication(), sampleApplication()];
    for (const row of [late, early, old]) expect((await page.apply(row)).error).toBeNull();
    await age(server, late.email, '2 minutes 1 second');
    await age(server, old.email, '25 hours');
    await notify(server);
    const receivers = async () => (await server.mails()).map(({ to }) => to?.[0]?.address);
    await expect.poll(receivers, { timeout: 10_000 }).toEqual([late.email]);
    await notify(server);
    await page.askForMail(early.email);
    await mailsSettled(server);
    expect(await receivers()).toEqual([late.email, early.email]);
  });
});

describe('requests for mails', () => {
  test('are answered twenty times in ten minutes from one address, whether it has applied or not', async ({
    server,
  }) => {
    await server.sql('delete from private.application_attempts');
    const ask = async () => {
      const response = await fetch(`${server.url}/functions/v1/send-confirmation-email`, {
        method: 'POST',
        headers: {
          apikey: server.publishableKey,
          'x-forwarded-for': `192.0.2.${Math.floor(Math.random() * 255)}`,
        },
        body: '{"name":"x","email":"unknown@example.org"}',
      });
      return {
        status: response.status,
        after: response.headers.get('retry-after'),
        body: await response.json(),
      };
    };
    const answers = await Promise.all(Array.from({ length: 22 }, ask));
    const late = answers.filter(({ status }) => status === 429);
    expect([late.length, answers.filter(({ status }) => status === 200).length]).toEqual([2, 20]);
    expect(Number(late[0]!.after)).toBeGreaterThan(400);
    expect(late[0]!.body).toEqual({ error: expect.stringMatching(/Please try again in \d+ minutes/) });
  });
});
