import { applied, sampleApplication, sendNow, visitor } from '../../harness/applicant.ts';
import { callPage, linkedApplicant, mailOf, secretsIn } from '../../harness/applicant-page.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

const shown = { link: 'https://one.example/thing', repository: '', words: 'I built it. People use it.' };

/** Shows something by the secret of a confirmation link. */
const show = async (server: TestServer, id: string, sent: object = shown) =>
  (await visitor(server).rest.rpc('save_evidence', { link_secret: id, ...sent })).data as {
    outcome: string;
    field?: string;
  };

/** Someone with a confirmation link, followed or not. */
async function mailed(server: TestServer, isConfirmed = true) {
  const { email } = await applied(server, sampleApplication());
  const id = await server.value<string>`select id from public.applications where email = ${email}`;
  const link = await server.value<string>`
    select private.make_link(${id}, gen_random_uuid(), 'confirm')`;
  if (isConfirmed) await visitor(server).confirm(link);
  return { id, link, email };
}

const evidenceOf = (server: TestServer, id: string) =>
  server.sql('select link, words from public.application_evidence where application_id = $1', [id]);

describe('evidence from the confirm page', () => {
  test('is stored by the mailed link until a member opens the application', async ({ server, reviewer }) => {
    const { id, link } = await mailed(server);
    expect(await show(server, link)).toEqual({ outcome: 'saved' });
    await reviewer.call('review_list', {});
    await reviewer.call('review_application_prefetch', { application_ids: [id] });
    const changed = { ...shown, words: 'I built all of it.' };
    expect(await show(server, link, changed)).toEqual({ outcome: 'saved' });
    const secret = await server.value<string>`select private.make_link(${id}, gen_random_uuid())`;
    expect(await callPage(server, '', secret)).toMatchObject({
      application: { evidence: { link: shown.link, words: changed.words } },
    });
    await reviewer.call('review_application', { application_id: id });
    expect(await show(server, link)).toEqual({ outcome: 'read' });
    expect(await evidenceOf(server, id)).toEqual([{ link: shown.link, words: changed.words }]);
    expect((await callPage(server, 'evidence_save', secret, shown)).outcome).toBe('saved');
  });

  test('is known to the link as a fact alone, until it is removed', async ({ server }) => {
    const { id, link } = await mailed(server);
    const again = async () => {
      const { message: _, ...facts } = (await visitor(server).confirm(link)).data as Record<string, unknown>;
      return facts;
    };
    expect(await again()).toEqual({ success: true });
    await show(server, link);
    expect(await again()).toEqual({ success: true, has_evidence: true });
    const secret = await server.value<string>`select private.make_link(${id}, gen_random_uuid())`;
    await callPage(server, 'evidence_save', secret, { link: '', repository: '', words: '' });
    expect(await again()).toEqual({ success: true });
  });

  test('is stored without direction controls and tags, and with the joiners of words', async ({ server }) => {
    const { id, link } = await mailed(server);
    const words = 'I\u202e built\u2066 it\u{e0041}. می\u200cخواهم';
    expect(await show(server, link, { ...shown, words })).toEqual({ outcome: 'saved' });
    expect(await evidenceOf(server, id)).toEqual([{ link: shown.link, words: 'I built it. می\u200cخواهم' }]);
  });

  test.for([
    ['an unknown id', async () => crypto.randomUUID()],
    ['the key of an application', async (server) => (await mailed(server)).id],
    ['a link that was not followed', async (server) => (await mailed(server, false)).link],
    [
      'a link that was replaced',
      async (server) => {
        const { id, link } = await mailed(server);
        await server.sql('delete from private.applicant_links where application_id = $1', [id]);
        return link;
      },
    ],
    [
      'another mail of the application',
      async (server) => {
        const { id } = await mailed(server);
        return server.value<string>`select id from private.messages where application_id = ${id} and kind = 'lab'`;
      },
    ],
  ] as const satisfies readonly (readonly [string, (server: TestServer) => Promise<string>])[])(
    '%s stores nothing',
    async ([, linkOf], { server }) => {
      const words = `Of ${crypto.randomUUID()}.`;
      expect(await show(server, await linkOf(server), { ...shown, words })).toEqual({ outcome: 'unknown' });
      expect(await server.sql('select from public.application_evidence where words = $1', [words])).toEqual(
        [],
      );
    },
  );

  test.for(['withdraw', 'erase'] as const)('nothing is stored after %s', async (procedure, { server }) => {
    const { id, link } = await mailed(server);
    const secret = await server.value<string>`select private.make_link(${id}, gen_random_uuid())`;
    await callPage(server, procedure, secret);
    const outcome = { withdraw: 'withdrawn', erase: 'erasing' }[procedure];
    expect(await show(server, link)).toEqual({ outcome });
    expect(await evidenceOf(server, id)).toEqual([]);
  });

  // my-application.test.ts has the rules of each.
  test.for([
    ['link', { link: 'javascript:alert(1)' }],
    ['link', { link: 'https://\u202eelpmaxe.eno/' }],
    ['repository', { repository: 'data:text/html,x' }],
    ['words', { words: null }],
  ] as const)('a hostile or missing %s is refused: %j', async ([field, sent], { server }) => {
    const { id, link } = await mailed(server);
    expect(await show(server, link, { ...shown, ...sent })).toEqual({ outcome: 'invalid', field });
    expect(await evidenceOf(server, id)).toEqual([]);
  });
});

describe('asking for evidence', () => {
  test('mails the template once, keeps the promised day and is marked', async ({ server, reviewer }) => {
    const { row, id } = await linkedApplicant(server);
    const dueOf = async () =>
      (await reviewer.call<{ row: { due_at: string } }>('review_application', { application_id: id })).row
        .due_at;
    const due = await dueOf();
    const ask = () => reviewer.call('review_evidence_request', { application_id: id });
    const stop = () => reviewer.call('review_mail_stop', { application_id: id, about: 'evidence' });
    expect(await ask()).toMatchObject({ evidence: null, requested_at: expect.any(String) });
    await ask();
    expect(await stop()).toMatchObject({ stopped: 1 });
    expect(await stop()).toMatchObject({ stopped: 0 });
    expect(await reviewer.call('review_evidence', { application_id: id })).toMatchObject({
      requested_at: null,
    });
    expect(await ask()).toMatchObject({ requested_at: expect.any(String) });
    await server.sql(`update private.messages set due_at = now() where topic = 'evidence'`);
    await sendNow(server, id);
    const mail = await mailOf(server, row.email, 'Show us one thing you shipped');
    expect(mail.text).toContain(`Hello ${row.name},`);
    const [secret = ''] = secretsIn(mail.text);
    expect(await reviewer.call('review_evidence', { application_id: id })).toMatchObject({
      requested_at: expect.any(String),
    });
    expect([await dueOf(), (await callPage(server, 'evidence_save', secret, shown)).outcome]).toEqual([
      due,
      'saved',
    ]);
    expect(await stop()).toMatchObject({ stopped: 0 });
    await expect(ask()).resolves.toMatchObject({ evidence: { link: shown.link } });
    expect(
      await server.sql(
        `select kind from public.application_events where application_id = $1 and kind in ('evidence_requested', 'mail_stopped') order by id`,
        [id],
      ),
    ).toEqual([{ kind: 'evidence_requested' }, { kind: 'mail_stopped' }, { kind: 'evidence_requested' }]);
  });

  test('drops a mail that waits, or whose try failed, after evidence or a decision', async ({
    server,
    reviewer,
  }) => {
    for (const [end, state] of [
      ['shown', 'due'],
      ['shown', 'sending'],
      ['declined', 'due'],
    ] as const) {
      const { id, secret } = await linkedApplicant(server);
      await reviewer.call('review_evidence_request', { application_id: id });
      await server.sql`update private.messages set state = ${state}, claimed_at = now()
        where application_id = ${id} and topic = 'evidence'`;
      if (end === 'shown') await callPage(server, 'evidence_save', secret, shown);
      else await reviewer.move(id, 'declined');
      await server.sql`update private.messages set state = 'due' where application_id = ${id} and state = 'sending'`;
      await sendNow(server, id);
      const found = () =>
        server.value`select state::text from private.messages where application_id = ${id} and topic = 'evidence'`;
      await expect.poll(found).toBe('dropped');
    }
  });
});
