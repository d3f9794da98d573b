import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mailsSettled, sampleApplication, visitor } from '../../harness/applicant.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

let server: TestServer;
let page: ReturnType<typeof visitor>;

beforeAll(async () => {
  server = await startServer({ env: { LIMITS: 'on' } });
  page = visitor(server);
});
afterAll(() => server.stop());

describe('an applicant whose browser died before it requested the mail', () => {
  const age = (email: string, interval: string) =>
    server.sql('update public.applications set created_at = now() - $2::interval where email = $1', [
      email,
      interval,
    ]);
  const notify = () => server.sql(`select pg_notify('mails', '')`);

  test('gets the mail after two minutes, once', async () => {
    const [late, early, old] = [sampleApplication(), sampleApplication(), sampleApplication()];
    for (const row of [late, early, old]) expect((await page.apply(row)).error).toBeNull();
    await age(late.email, '2 minutes 1 second');
    await age(old.email, '25 hours');
    await notify();
    const receivers = async () => (await server.mails()).map(({ to }) => to?.[0]?.address);
    await expect.poll(receivers, { timeout: 10_000 }).toEqual([late.email]);
    await notify();
    await page.askForMail(early.email);
    await mailsSettled(server);
    expect(await receivers()).toEqual([late.email, early.email]);
  });
});

describe('requests for mails', () => {
  test('are answered twenty times in ten minutes from one address, whether it has applied or not', async () => {
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
