import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { sharedServer, type TestServer } from '../../harness/servers/server.ts';

let server: TestServer;
let page: ReturnType<typeof visitor>;

beforeAll(async () => {
  server = await sharedServer();
  page = visitor(server);
});
afterAll(() => server.stop());

/** Applies, waits for the confirmation mail and returns the mailed id. */
async function mailed(row = sampleApplication()): Promise<{ id: string; email: string }> {
  await page.apply(row);
  const [mail] = await server.sql<{ id: string }>(
    `insert into private.mails (application_id, kind, state, sent_at)
     select id, 'confirmation', 'sent', now() from public.applications where email = $1 and archived_at is null
     returning id`,
    [row.email],
  );
  return { id: mail!.id, email: row.email };
}

const confirmedAt = async (email: string) =>
  (
    await server.sql('select email_confirmed_at as at from public.applications where email = $1', [email])
  )[0]!['at'];

describe('confirm_email', () => {
  test('confirms once and returns the same result every time', async () => {
    const { id, email } = await mailed();
    const answers = await Promise.all(Array.from({ length: 10 }, () => page.confirm(id)));
    for (const { data, status } of answers) {
      expect([status, data]).toEqual([200, { success: true, message: 'Your email has been confirmed.' }]);
    }
    const at = await confirmedAt(email);
    await page.confirm(id.toUpperCase());
    expect(await confirmedAt(email)).toEqual(at);
    expect(
      await server.sql(
        `select from private.mails m join public.applications a
      on a.id = m.application_id where a.email = $1 and m.kind = 'lab'`,
        [email],
      ),
    ).toHaveLength(1);
  });

  test.each(['00000000-0000-4000-8000-000000000000', 'not-an-id', '', "' or true --", '{}'])(
    'answers %j with a message and no error',
    async (id) => {
      const { data, error } = await page.confirm(id);
      expect(error).toBeNull();
      expect(data).toEqual({
        success: false,
        message: expect.stringMatching(/^This confirmation link is not valid/),
      });
    },
  );

  test("does not accept the row's own id", async () => {
    const { email } = await mailed();
    const [row] = await server.sql('select id from public.applications where email = $1', [email]);
    expect((await page.confirm(row!['id'])).data).toMatchObject({ success: false });
    expect(await confirmedAt(email)).toBeNull();
  });

  test('does not accept the id of a mail to the lab', async () => {
    const { id, email } = await mailed();
    await page.confirm(id);
    const [lab] = await server.sql(
      `select m.id from private.mails m join public.applications a
      on a.id = m.application_id where a.email = $1 and m.kind = 'lab'`,
      [email],
    );
    expect((await page.confirm(lab!['id'])).data).toMatchObject({ success: false });
  });

  test('restores an archived application only while its place is free', async () => {
    const release = (email: string) =>
      server.sql(`update public.applications set archived_at = now() where email = $1`, [email]);
    const late = await mailed();
    await release(late.email);
    expect((await page.confirm(late.id)).data).toMatchObject({ success: true });
    expect(
      await server.sql('select archived_at from public.applications where email = $1', [late.email]),
    ).toEqual([{ archived_at: null }]);

    const row = sampleApplication();
    const replaced = await mailed(row);
    await release(row.email);
    await page.apply(row);
    expect((await page.confirm(replaced.id)).data).toMatchObject({
      success: false,
      message: expect.stringContaining('expired'),
    });
  });

  test('names its parameter in the error if it is missing', async () => {
    const response = await fetch(`${server.url}/rest/v1/rpc/confirm_email`, {
      method: 'POST',
      headers: { apikey: server.publishableKey, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'PGRST202' });
  });
});
