import { mailsSettled } from '../../harness/applicant.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test, type TestServer } from '../../harness/fixtures.ts';

let id: string;
test.beforeAll(async ({ server, reviewer }) => {
  id = await makeApplication(server, 'avocet', {
    name: 'Unmistakable Avocet',
    source: 'avocet-source',
    first_touch: { source: 'avocet-source' },
  });
  await makeApplication(server, 'other');
  await server.sql`insert into private.messages (application_id, kind) values (${id}, 'confirmation')`;
  const mail = { subject: 'About the avocet mail', body: 'For the avocet' };
  await reviewer.move(id, 'in_review', { mail });
  await reviewer.call('review_assign', { application_id: id, seen_version: 2, assignee: reviewer.id });
  await reviewer.call('review_tag', { application_id: id, change: { add_tag: 'avocet-tag' } });
  await reviewer.call('review_rate', { application_id: id, criterion: 'craft', score: 4 });
  const note = await reviewer.addNote(id, 'First of the avocet note');
  await reviewer.editNote(note, 'Second of the avocet note');
  await reviewer.call('review_reply_add', { application_id: id, body: 'An answer about the avocet' });
  await reviewer.call('review_export', { filter: { search: 'avocet' } });
  await mailsSettled(server);
});

test('a download has the rows of every table that stores the person', async ({ server, owner }) => {
  const { application_id: of, data } = await download(owner);
  expect(of).toBe(id);
  const filled = Object.entries(data).filter(([, rows]) => JSON.stringify(rows).length > 2);
  const holding = (await tablesThatHold(server, [id, ...values])).filter(
    (name) => ![...shared, 'public.access_log_content'].includes(name),
  );
  expect(holding.filter((name) => !filled.some(([key]) => qualified(key) === name))).toEqual([]);
  const text = JSON.stringify(data);
  const noted = ['First of the avocet note', 'Second of the avocet note'];
  for (const value of [...noted, 'For the avocet', 'avocet-source', '"craft"']) expect(text).toContain(value);
  expect(text).not.toContain('other@builders.example');
});

test('a new table of an application is in the download automatically', async ({ server, owner }) => {
  await server.sql`create table private.later (id integer primary key, note_id uuid references public.application_notes (id), secret bytea, words text);
     insert into private.later select 1, id, '\\xbeefbeefbeefbeefbeef', 'made later' from public.application_notes limit 1`;
  try {
    const { data } = await download(owner);
    expect(data['private.later']).toEqual([expect.objectContaining({ words: 'made later' })]);
    expect(JSON.stringify(data)).not.toContain('beefbeefbeef');
  } finally {
    await server.sql('drop table private.later');
  }
});

test('a download names no member of the lab and contains no key', async ({ server, owner, reviewer }) => {
  // The person to notify of the assignment.
  await owner.call('review_assign', { application_id: id, seen_version: 3, assignee: null });
  await owner.call('review_assign', { application_id: id, seen_version: 4, assignee: reviewer.id });
  await server.sql`with mail as (insert into private.messages (member_id, kind)
    values (${reviewer.id}, 'notices') returning id)
     update private.member_notices n set mail_id = mail.id from mail where n.application_id = ${id}`;
  await server.sql`select private.make_link(${id}, gen_random_uuid())`;
  await server.sql`insert into private.messages
      (application_id, kind, topic, due_at, edit_key, edited_by, edit_expires_at, due_before_edit)
    select ${id}::uuid, 'applicant', 'new_link', later, gen_random_uuid(), ${reviewer.id}::uuid, later, now()
      from (select now() + interval '1 hour' as later) hour`;
  await server.sql`insert into private.messages (application_id, kind, topic, state, last_error)
    values (${id}, 'applicant', 'corrected', 'failed', ${`550 ${reviewer.email} is unknown`})`;
  const { data } = await download(owner);
  const text = JSON.stringify(data);
  for (const member of [owner, reviewer])
    expect([text.includes(member.email), text.includes(member.id)]).toEqual([false, false]);
  expect(data['private.applicant_links']).toContainEqual(expect.objectContaining({ purpose: 'page' }));
  expect(text).not.toMatch(/"form_key"|"form_digest"|"secret_hash"|"edit_key"/);
  expect(data['private.member_notices']).toMatchObject([{ kind: 'assignment' }]);
});

test('a download of more than one answer may have comes in pages with each row once', async ({
  server,
  owner,
}) => {
  const of = await makeApplication(server, 'many');
  const corrected = await server.column<string>`
    insert into public.application_events (application_id, kind, detail)
    select ${of}::uuid, 'applicant', jsonb_build_object('action', 'corrected', 'before', repeat('🦦', 1000))
      from generate_series(1, 300) returning id::text`;
  await server.sql`insert into public.access_log (kind, application_id)
    select 'opened', ${of}::uuid from generate_series(1, 250)`;
  const read: Record<string, { id?: number }[]> = {};
  let pages = 0;
  let after: Answer['next'] = null;
  do {
    const page: Answer = await owner.call('review_person_data', { application_id: of, after });
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(2_000_000);
    for (const [table, rows] of Object.entries(page.data))
      if (Array.isArray(rows)) (read[table] ??= []).push(...(rows as object[]));
    after = page.next;
    pages += 1;
  } while (after);
  expect(pages).toBeGreaterThan(1);
  expect(read['application_events']!.map(({ id }) => String(id)).toSorted()).toEqual(corrected.toSorted());
  expect(read['applications']).toHaveLength(1);
  // Each event and each page is an access too.
  expect(read['access_log']!.length).toBeGreaterThanOrEqual(550);
});

test('a download lists the lab’s accesses, including itself, and is logged', async ({ owner, reviewer }) => {
  await reviewer.open(id);
  const { data } = await download(owner);
  const looks = data['access_log'] as { kind: string }[];
  expect(looks.slice(-2).map(({ kind }) => kind)).toEqual(['opened', 'data_downloaded']);
  const [entry] = (await owner.call<{ rows: object[] }>('review_access_log', {})).rows;
  expect(entry).toMatchObject({ kind: 'data_downloaded', actor: owner.id, application_id: id });
});

interface Answer {
  readonly application_id: string;
  readonly next: Readonly<Record<string, number>> | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Values that only this person's rows contain. A table with one of them contains the person. */
const values = [
  'Unmistakable Avocet',
  'avocet',
  'the avocet note',
  'the avocet mail',
  'avocet-tag',
  'avocet-source',
];

/** Words in use. A tag is no person's row, whichever application had it. */
const shared = ['public.review_tags', 'private.review_batches'];

/** Every table of ours that holds the id or one of the values in any column of any row. */
async function tablesThatHold(server: TestServer, wanted: readonly string[]): Promise<string[]> {
  const tables = await server.column<string>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema') order by 1`;
  const holding = tables.map(
    (name) => `select '${name}' where exists (
      select from ${name} t where exists (select from unnest($1::text[]) w where strpos(t::text, w) > 0))`,
  );
  return server.column<string>(holding.join(' union all '), [wanted]);
}

const download = (owner: Member) => owner.call<Answer>('review_person_data', { application_id: id });
const qualified = (name: string) => (name.includes('.') ? name : `public.${name}`);
