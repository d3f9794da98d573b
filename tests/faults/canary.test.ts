import { eraseNow } from '../harness/erase.ts';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PostgrestClient } from '@supabase/postgrest-js';
import { linkedId, mailsSettled, sampleApplication, visitor } from '../harness/applicant.ts';
import { callPage, mailOf, secretsIn } from '../harness/applicant-page.ts';
import type { Member } from '../harness/member.ts';
import { everyRow } from './backups.ts';
import { expect, type TestServer, testStarting } from '../harness/fixtures.ts';

const test = testStarting({ env: { MAIL_TO_LAB: 'lab@lab.example' } });
let id: string;
let mailIds: string[];

test.beforeAll(async ({ server, owner }) => {
  await server.command('seed', '999');
  const rest = new PostgrestClient(`${server.url}/rest/v1`, {
    headers: {
      apikey: server.publishableKey,
      'x-application-key': formKey,
      'x-first-touch': `source=${traces.source}&campaign=${traces.campaign}&landing=%2F`,
    },
  });
  const { error } = await rest.from('applications').insert(sampleApplication(canary));
  if (error) throw error;
  await visitor(server).askForMail(canary.email);
  await mailsSettled(server);
  await visitor(server).confirm(linkedId((await server.mails()).at(-1)?.text));
  id = await server.value`select id from public.applications where email = ${canary.email}`;
  await correct(server);
  await review(server, owner);
  await mailsSettled(server);
  mailIds = await server.column`select id from private.messages where application_id = ${id}`;
});

test('the search below finds existing data', async ({ server }) => {
  const text = JSON.stringify(await everyRow(server));
  expect(values().filter((value) => !text.toLowerCase().includes(value.toLowerCase()))).toEqual(
    values().filter((value) => value.includes('%')),
  );
  const log = JSON.stringify(server.log);
  expect(log).toContain('/functions/v1/send-confirmation-email');
  const mails = (await server.mails()).map((mail) => JSON.stringify(mail)).join('\n');
  expect(found(mails)).toEqual(expect.arrayContaining([canary.name, canary.email, traces.body]));
  expect(readdirSync(outbox(server))).toHaveLength(mailIds.length);
});

test('docs/database.md marks every column with a trace of it as personal data', async ({ server }) => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/database.md'), 'utf8');
  const marked = [...page.matchAll(/^- table `([\w.]+)`: .* Personal data: (.*)\.$/gm)].flatMap(
    ([, table, columns = '']) => [...columns.matchAll(/\w+/g)].map(([column]) => `${table}.${column}`),
  );
  const tables = await server.column<string>`
    select schemaname || '.' || tablename from pg_tables where schemaname in ('public', 'private')`;
  const holding: string[] = [];
  for (const table of tables) {
    const columns = await server.column<string>(
      `select distinct fields.field from ${table} t, jsonb_each_text(to_jsonb(t)) as fields (field, content)
        where lower(fields.content) like any (array(select '%' || lower(v) || '%' from unnest($1::text[]) v))`,
      [words()],
    );
    holding.push(...columns.map((column) => `${table.replace('public.', '')}.${column}`));
  }
  expect(holding).toEqual(expect.arrayContaining(['applications.name', 'application_events.detail']));
  expect(holding.filter((column) => !marked.includes(column))).toEqual([]);
});

test('one of a thousand is erased everywhere, and the numbers stay correct', async ({ server, owner }) => {
  const before = await numbers(owner);
  expect(before).toMatchObject({ total: 1000 });
  await eraseNow(server, owner, id);
  expect(await owner.call('review_count')).toMatchObject({ total: 999 });
  // A source that one person alone came from is counted as other.
  const after = await numbers(owner);
  expect(JSON.parse(JSON.stringify(after).replaceAll('"other"', `"${traces.source}"`))).toEqual(before);
  expect(await server.command('retention')).toMatch(/erased\.$|^Nothing is due\.$/m);
});

test('the database has no trace of it', async ({ server }) => {
  const rows = await everyRow(server);
  const holding = Object.entries(rows).filter(([, lines]) => found(lines.join('\n'), [id]).length > 0);
  expect(holding).toEqual([]);
  const naming = Object.entries(rows).filter(([, lines]) => lines.join('\n').includes(id));
  expect(naming.map(([table]) => table).toSorted()).toEqual(['private.erasures', 'public.access_log']);
  const [statistics] = await server.sql(
    `select jsonb_agg(to_jsonb(s))::text as text from pg_stats s where schemaname in ('public', 'private', 'auth')`,
  );
  expect(found(String(statistics!['text']))).toEqual([]);
});

test('a later backup has no trace of it', async ({ server }) => {
  const file = join(server.dataDir, 'after.backup');
  await server.command('backup', file);
  const content = readFileSync(file);
  // The magic bytes of gzip (RFC 1952). What follows the compressed part is no member of it.
  const text = gunzipSync(content.subarray(content.indexOf(Buffer.from([0x1f, 0x8b, 8])))).toString();
  expect(text).toContain('"applications"');
  expect(found(text, [id])).toEqual([]);
  rmSync(file);
});

test('captured mails, the log and all other files have no trace of it', async ({ server }) => {
  expect(readdirSync(outbox(server))).toEqual([]);
  expect(found(JSON.stringify(server.log))).toEqual([]);
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/postgres\/|\/erasures\.jsonl$/.test(path));
  expect(files.filter((path) => found(readFileSync(path, 'latin1')).length > 0)).toEqual([]);
  expect(found(readFileSync(join(server.dataDir, 'erasures.jsonl'), 'utf8'), [id])).toEqual([]);
});

/** The traces of one applicant. Each value is unique. */
const canary = {
  name: 'Zyxname Canarysample',
  email: 'zyxaddress@canary.example',
  linkedin: 'https://www.linkedin.com/in/zyxprofile',
  sectors: 'zyxsectors and more',
};
const traces = {
  source: 'zyxsource',
  campaign: 'zyxcampaign',
  firstNote: 'zyxfirstnote',
  note: 'zyxsecondnote',
  tag: 'zyxtag',
  formerTag: 'zyxformertag',
  subject: 'zyxsubject',
  body: 'zyxbody',
  formerName: 'Zyxformername',
  view: 'zyxname, the canarysample',
  requested: 'ZYXADDRESS@canary.example',
  evidence: 'https://zyxevidence.example',
  evidenceWords: 'zyxwords of evidence',
  corrected: 'zyxcorrected sectors',
  reply: 'zyxreply',
  mentioning: 'zyxmentioning',
  removedNote: 'zyxremovednote',
};
const formKey = 'f'.repeat(63) + '7';

const numbers = (owner: Member) => owner.call('review_numbers', { from_day: dayIn(-700), to_day: dayIn(1) });
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const outbox = (server: TestServer) => join(server.dataDir, 'outbox');

/** The words, names and addresses among them. Counts by source keep the source. */
const words = () =>
  [...Object.values(canary), ...Object.values(traces), 'zyxprofile'].filter(
    (value) => value !== traces.source,
  );

/** All values to look for, as they are stored and as they travel. */
const values = () => [
  ...Object.values(canary).flatMap((value) => [value, encodeURIComponent(value)]),
  ...Object.values(traces),
  'zyxprofile',
  formKey,
  id,
  ...mailIds,
];

/** The values that a text holds. The list of erasures and the access log may hold the application's id. */
const found = (text: string, besides: readonly string[] = []) =>
  values().filter((value) => !besides.includes(value) && text.toLowerCase().includes(value.toLowerCase()));

/** Adds and changes data on the applicant's page. */
async function correct(server: TestServer): Promise<void> {
  const [secret = ''] = secretsIn((await mailOf(server, canary.email, 'Your email is confirmed')).text);
  const { name, linkedin, sectors } = canary;
  const evidence = { link: traces.evidence, repository: null, words: traces.evidenceWords };
  expect((await callPage(server, 'evidence_save', secret, evidence)).outcome).toBe('saved');
  for (const fields of [{ sectors: traces.corrected }, { name: traces.formerName }, {}]) {
    const corrected = await callPage(server, 'correct', secret, { name, linkedin, sectors, ...fields });
    expect(corrected.outcome).toBe('corrected');
  }
}

/** Saves views, renames one and lets another filter by a tag that is removed later. */
async function saveViews(owner: Member): Promise<void> {
  const views = () => owner.data.from('saved_views');
  const rows: readonly object[] = [
    { name: 'Renamed' },
    { name: `${traces.formerName}'s` },
    { name: 'By tag', tag: traces.formerTag },
    { name: 'By source', view: { source: traces.source } },
    { name: 'kept', view: { status: 'submitted' } },
  ];
  for (const row of rows) expect((await views().insert(row)).status).toBe(201);
  expect((await views().update({ name: traces.view }).eq('name', 'Renamed')).status).toBe(204);
}

/** Every kind of thing that the lab adds to an application. */
async function review(server: TestServer, owner: Member): Promise<void> {
  const note = await owner.addNote(id, traces.firstNote);
  await owner.editNote({ id: note.id, version: 1 }, traces.note);
  await owner.addNote(id, `${traces.mentioning} @owner`, [owner.id]);
  const removed = await owner.addNote(id, traces.removedNote);
  await owner.call('review_note_remove', { note_id: removed.id });
  await owner.call('review_rate', { application_id: id, criterion: 'craft', score: 5 });
  await owner.call('review_tag', { application_id: id, change: { add_tag: traces.tag } });
  await owner.call('review_tag', { application_id: id, change: { add_tag: traces.formerTag } });
  for (const filter of [{ tag: traces.formerTag }, { search: traces.formerName }, { source: traces.source }])
    await owner.call('review_export', { filter });
  await saveViews(owner);
  await owner.call('review_tag', { application_id: id, change: { remove_tag: traces.formerTag } });
  await owner.call('review_assign', { application_id: id, seen_version: 1, assignee: owner.id });
  await owner.move(id, 'in_review', {
    seen_version: 2,
    mail: { subject: traces.subject, body: `Hello {{name}}, ${traces.body}` },
  });
  await owner.call('review_reply_add', { application_id: id, body: traces.reply });
  await owner.call('review_export', { filter: { search: canary.name } });
  await server.sql(`update private.messages set due_at = now() where kind = 'review'`);
  // Asked for in the moment before the erasure, and not looked into yet.
  await server.sql`insert into private.requested_mails (email, requested_at)
    values (${traces.requested}, now() + interval '1 hour')`;
  // A colleague's notice about it was not sent yet.
  await server.sql`insert into private.member_notices (user_id, kind, application_id, noticed_at)
     values (${owner.id}, 'assignment', ${id}, now() + interval '1 hour')`;
  await server.sql('notify mails');
}
