import { freePort } from '../../../server/tests/harness/network/free-port.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { Join } from '../harness/join.ts';
import { expect, test as product } from '../harness/product.ts';

/** The product with a mail server that is not there. */
const test = product.extend<object, { alone: TestServer }>({
  alone: [
    async ({}, use) => {
      const server = await startServer({
        site: true,
        env: { SMTP_URL: `smtp://127.0.0.1:${await freePort()}` },
      });
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: async ({ alone }, use) => use(alone.url),
});

test('applicants learn that their application is saved and the mail could not be sent while the mail server is away', async ({
  page,
  alone,
  prefix,
}) => {
  const apply = async (name: string) => {
    const join = new Join(page);
    await join.open();
    await join.fill(name);
    await join.submit.click();
    return join;
  };
  // The first to apply finds it out for those after them: their mail waits.
  const first = await apply(`${prefix}-first`);
  await expect(first.toast('Application submitted!')).toContainText('check your email');
  await expect
    .poll(async () => (await alone.sql('select opened_at is not null as open from private.mail_breaker'))[0])
    .toEqual({ open: true });

  const second = await apply(`${prefix}-second`);
  await expect(second.toast('Application submitted!')).toContainText('could not be sent');
  await expect(second.dialog).toBeHidden();
  await expect
    .poll(() =>
      alone.sql(
        `select m.state, m.attempts from private.mails m
           join public.applications a on a.id = m.application_id where a.email like $1`,
        [`${prefix}-%`],
      ),
    )
    .toEqual([
      { state: 'due', attempts: 0 },
      { state: 'due', attempts: 0 },
    ]);
});
