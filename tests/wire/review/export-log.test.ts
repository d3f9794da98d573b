import { onTestFinished } from 'vitest';
import { eraseNow } from '../../harness/erase.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { makeApplication, type Member } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';
import type { Page } from '../../harness/review-answers.ts';
import { refusedWith } from '../../harness/refusals.ts';

test.beforeAll(async ({ server }) => {
  for (let n = 0; n < 5; n++) await makeApplication(server, `exported-${n}`, { name: `Heron Sample ${n}` });
});

test('an export’s beginning and end are logged, with filter, format and rows', async ({ reader, log }) => {
  const filter = { search: 'heron', status: ['submitted'] };
  const first = await page(reader, { filter, format: 'csv' });
  const second = await page(reader, { filter, export_id: first.export_id, after: last(first) });
  // Its answer was lost, and it is asked for again.
  await page(reader, { filter, export_id: first.export_id, after: last(first) });
  const third = await page(reader, { filter, export_id: first.export_id, after: last(second) });
  await page(reader, { filter, export_id: first.export_id, after: last(second) });
  expect([first, second, third].map(({ rows, more }) => [rows.length, more])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  expect(await log.entries()).toMatchObject([
    {
      id: first.export_id,
      kind: 'export_started',
      actor: reader.id,
      detail: { format: 'csv', filter: { status: ['submitted'] } },
      content: { search: 'heron' },
      rows: null,
    },
    { kind: 'export_ended', detail: { export: first.export_id }, rows: 5 },
  ]);
});

test('a stopped or abandoned export is logged with its number of rows', async ({ reader, log }) => {
  const stopped = await page(reader, { filter: {}, format: 'json' });
  await reader.call('review_export_stop', { export_id: stopped.export_id });
  await reader.call('review_export_stop', { export_id: stopped.export_id });
  const left = await page(reader, { filter: {}, format: 'json' });
  await page(reader, { filter: {}, export_id: left.export_id, after: last(left) });
  expect((await log.entries()).map(({ kind, rows }) => [kind, rows])).toEqual([
    ['export_started', null],
    ['export_stopped', 2],
    ['export_started', 4],
  ]);
});

test('every page is logged, and one without an export begins another', async ({ reader, log }) => {
  const first = await page(reader, { filter: {} });
  await page(reader, { filter: {}, after: last(first) });
  expect(await log.kinds()).toEqual(['export_started', 'export_started']);
});

test('an export takes no other filter, person, or page after its end', async ({ owner, reader, log }) => {
  const none = { search: 'matches nothing' };
  const ended = await page(reader, { filter: none });
  const begun = await page(reader, { filter: {} });
  const refused = refusedWith(
    'export_mismatch',
    'This page does not belong to that export. Start the export again.',
  );
  const attempts: [Member, object][] = [
    [reader, { filter: {}, export_id: ended.export_id }],
    [reader, { filter: none, export_id: ended.export_id, after: last(begun) }],
    [reader, { filter: none, export_id: begun.export_id }],
    [owner, { filter: {}, export_id: begun.export_id }],
    // A refused page is not read.
    [reader, { filter: {}, export_id: 4_000_000, page_size: 0 }],
  ];
  for (const [who, parameters] of attempts)
    expect(await who.refusal('review_export', parameters)).toMatchObject(refused);
  // Nor can another person stop it.
  await owner.call('review_export_stop', { export_id: begun.export_id });
  await reader.call('review_export', { filter: {}, export_id: begun.export_id, page_size: 100 });
  expect((await log.entries()).at(-1)).toMatchObject({ kind: 'export_ended', rows: 5 });
});

test('an export from the day before is stopped and not continued', async ({ server, reader, log }) => {
  const begun = await page(reader, { filter: {} });
  await server.sql(
    `set session_replication_role = replica;
     update public.access_log set at = at - interval '25 hours' where id = ${begun.export_id};
     set session_replication_role = default`,
  );
  await server.sql('select public.delete_expired_access_log()');
  const next = { filter: {}, export_id: begun.export_id, after: last(begun) };
  expect(await reader.refusal('review_export', next)).toMatchObject({ status: 422 });
  expect((await log.entries()).at(-1)).toMatchObject({
    ...{ kind: 'export_stopped', actor: null, detail: { export: begun.export_id }, rows: 2 },
  });
  expect(await server.sql('select from private.exports where entry_id = $1', [begun.export_id])).toEqual([]);
});

test('an erasure clears searches for the person, and no entry', async ({ server, owner, reader, log }) => {
  const id = await makeApplication(server, 'wryneck', { name: 'Unmistakable Wryneck', tags: ['wry'] });
  const searches = [
    'unmistakable',
    'wryneck@builders.example',
    'https://www.linkedin.com/in/sample-wryneck',
    '"Wryneck,"',
  ];
  for (const search of searches) await page(reader, { filter: { search } });
  await page(reader, { filter: { tag: 'wry' } });
  await page(reader, { filter: { source: 'a friend of Wryneck' } });
  await page(reader, { filter: { search: 'heron' } });
  await eraseNow(server, owner, id);
  const written = await log.entries();
  expect(written.map(({ kind }) => kind).filter((kind) => kind === 'export_started')).toHaveLength(7);
  expect(written.map(({ content }) => content).filter(Boolean)).toEqual([{ search: 'heron' }]);
  const raw = await server.sql`select l::text, c::text from public.access_log l
      left join public.access_log_content c on c.entry_id = l.id`;
  expect(JSON.stringify(raw)).not.toMatch(/wryneck/i);
});

test('an erasure clears what the mail server said about a former address', async ({ server, owner }) => {
  const id = await makeApplication(server, 'present-godwit');
  const detail = { action: 'corrected', before: { email: 'former-godwit@builders.example' } };
  await server.sql`insert into public.application_events (application_id, kind, detail) values (${id}, 'applicant', ${detail})`;
  await server.sql(
    `update private.channels set breaker_reason = '450 Former-Godwit@builders.example is full'`,
  );
  await eraseNow(server, owner, id);
  expect(
    await server.column('select breaker_reason from private.channels where name = $1', ['mail']),
  ).toEqual([null]);
});

// Evidence beyond the memory of a join loses the order of the applications that it is joined to.
test('an export has each application once, the newest first, with evidence', async ({ server, reader }) => {
  await server.sql(`insert into public.applications (created_at, name, email, linkedin, sectors, ${questionColumns})
    select now() - make_interval(secs => n), 'Redshank Sample', 'redshank-' || n || '@builders.example',
           'https://www.linkedin.com/in/redshank-' || n, 'music', ${answersYes}
      from generate_series(1, 4000) n`);
  await server.sql(`insert into public.application_evidence (application_id, link, words)
    select id, 'https://example.org', 'Words' from public.applications where name = 'Redshank Sample' order by id limit 3000`);
  await server.sql('analyze public.applications, public.application_evidence');
  await server.sql(`alter function private.export_page set work_mem = '64kB'`);
  onTestFinished(() => server.sql('alter function private.export_page reset work_mem').then(() => {}));
  const pages = await readAll(reader, { filter: { search: 'redshank' }, page_size: 900 });
  const inOrder = `select id as value from public.applications where name = 'Redshank Sample' order by created_at desc, id desc`;
  expect(pages.flat()).toEqual(await server.column(inOrder));
});

// A visitor chooses the texts, and the data API bounds an answer.
test('an export of the longest texts has smaller pages', async ({ server, reader }) => {
  await server.sql(`insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
    select 'Sandpiper Sample', 'sandpiper-' || n || '@builders.example',
           'https://www.linkedin.com/in/sandpiper-' || n, repeat('🦦', 1000), ${answersYes}
      from generate_series(1, 500) n`);
  const pages = await readAll(reader, { filter: { search: 'sandpiper' }, page_size: 1000 });
  expect(pages.length).toBeGreaterThan(1);
  expect(new Set(pages.flat()).size).toBe(500);
});

test.for<[call: string, filter: object]>([
  ['review_export', { status: Array(1000).fill('submitted') }],
  ['review_export', { confirmed: `${' '.repeat(1000)}true` }],
  ['review_access_log_export', { kinds: Array(1000).fill('moved') }],
])('%s keeps no filter that would fill the access log', async ([call, filter], { owner, log }) => {
  expect(await owner.refusal(call, { filter })).toMatchObject(
    refusedWith('invalid_filter', 'This filter is too long. Use at most 1,000 characters.'),
  );
  expect(await log.entries()).toEqual([]);
});

/** Reads an export to its end and returns the ids of each page. */
async function readAll(reader: Member, parameters: object): Promise<string[][]> {
  const found = await page(reader, parameters);
  const ids = found.rows.map(({ id }) => id);
  if (!found.more) return [ids];
  return [ids, ...(await readAll(reader, { ...parameters, export_id: found.export_id, after: last(found) }))];
}

const page = (reader: Member, parameters: object) =>
  reader.call<Page>('review_export', { page_size: 2, ...parameters });
const last = ({ rows }: Page) => rows.at(-1)!.cursor;
