import { mailsSettled, sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, test, type TestServer, type Visitor } from '../../harness/fixtures.ts';

describe('confirm_email', () => {
  test('confirms once and returns the same result every time', async ({ server, page }) => {
    const { id, email } = await mailed(server, page);
    const answers = await Promise.all(Array.from({ length: 10 }, () => page.confirm(id)));
    for (const { data, status } of answers)
      expect([status, data]).toEqual([200, { success: true, message: 'Your email has been confirmed.' }]);
    const at = await confirmedAt(server, email);
    await page.confirm(id);
    expect(await confirmedAt(server, email)).toEqual(at);
    expect(
      await server.sql`select from private.messages m join public.applications a
      on a.id = m.application_id where a.email = ${email} and m.kind = 'lab'`,
    ).toHaveLength(1);
  });

  test.for(['00000000-0000-4000-8000-000000000000', 'not-an-id', '', "' or true --", '{}'])(
    'answers %j with a message and no error',
    async (id, { page }) => {
      const { data, error } = await page.confirm(id);
      expect(error).toBeNull();
      expect(data).toEqual({
        success: false,
        message: expect.stringMatching(/^This confirmation link is not valid/),
      });
    },
  );

  test.for([
    ['in_review', null, true],
    ['declined', null, true],
    ['declined', 'A no', false],
    ['withdrawn', null, false],
  ] as const)(
    'after a move to %s with the mail %j states waiting: %j',
    async ([status, subject, waiting], { server, page }) => {
      const { id, email } = await mailed(server, page);
      await page.confirm(id);
      await server.sql(
        `select private.change_status(array(select a.id from public.applications a where a.email = $1), $2, 'move', null, $3)`,
        [email, status, subject && { subject, body: 'Words', due_at: '2026-01-01T00:00:00Z', to: 'any' }],
      );
      await mailsSettled(server);
      expect((await page.confirm(id)).data).toEqual({
        success: true,
        message: 'Your email has been confirmed.',
        ...(!waiting && { waiting }),
      });
    },
  );

  test('restores an archived application only while its place is free', async ({ server, page }) => {
    const release = (email: string) =>
      server.sql`update public.applications set archived_at = now() where email = ${email}`;
    const late = await mailed(server, page);
    await release(late.email);
    expect((await page.confirm(late.id)).data).toMatchObject({ success: true });
    expect(
      await server.column`select archived_at from public.applications where email = ${late.email}`,
    ).toEqual([null]);

    const row = sampleApplication();
    const replaced = await mailed(server, page, row);
    await release(row.email);
    await page.apply(row);
    expect((await page.confirm(replaced.id)).data).toMatchObject({
      success: false,
      message: expect.stringContaining('expired'),
    });
  });
});

/** Applies and returns the secret that a confirmation mail would carry. */
async function mailed(server: TestServer, page: Visitor, row = sampleApplication()) {
  await page.apply(row);
  const id = await server.value<string>`
    with mail as (
      insert into private.messages (application_id, kind, state, sent_at)
      select id, 'confirmation', 'sent', now() from public.applications where email = ${row.email} and archived_at is null
      returning id, application_id
    )
    select private.make_link(application_id, id, 'confirm') from mail`;
  return { id, email: row.email };
}
const confirmedAt = (server: TestServer, email: string) =>
  server.value`select email_confirmed_at from public.applications where email = ${email}`;
