import { applicationKeys } from '../../../supabase/functions/_shared/contract/application.ts';
import { EMAIL_PATTERN } from '../../../supabase/functions/_shared/contract/email.ts';
import { exportColumns } from '../../../supabase/functions/_shared/contract/export-columns.ts';
import { applicationHeaders } from '../../../supabase/functions/_shared/contract/headers.ts';
import { MIN_ELAPSED_MS } from '../../../supabase/functions/_shared/contract/honeypot.ts';
import {
  applicationQuestions,
  forEachQuestion,
} from '../../../supabase/functions/_shared/contract/questions.ts';
import { applicationStatuses, MAX_BULK_ROWS } from '../../../supabase/functions/_shared/contract/statuses.ts';
import {
  LINKEDIN_PATTERN,
  maxLengths,
  textFields,
  uniqueFields,
} from '../../../supabase/functions/_shared/contract/text-fields.ts';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { makeMember } from '../../harness/member.ts';
import { expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

test('visitors may insert the columns of the contract and no others', async ({ desk }) => {
  const columns = await desk.listed<string>(
    `select column_name::text as value from information_schema.column_privileges
      where table_schema = 'public' and table_name = 'applications' and grantee = 'anon' and privilege_type = 'INSERT'`,
  );
  expect(columns.toSorted()).toEqual([...applicationKeys].toSorted());
});

test.for(textFields)('the table takes as many characters of %s as the contract', async (field, { desk }) => {
  const [, given, own] =
    /\(\w+(?:, (\d+))?\)[^]*char_length\(value\) <= (\w+)/.exec(await desk.checkOf(field)) ?? [];
  expect(Number(given ?? own)).toBe(maxLengths[field]);
});

test.for([
  ['email', EMAIL_PATTERN],
  ['linkedin', LINKEDIN_PATTERN],
] as const)('the table and the contract have the same pattern of %s', async ([field, pattern], { desk }) => {
  // The last one applies to every value. An earlier one is a faster path to the same answer.
  const [, text] = [...(await desk.checkOf(field)).matchAll(/~ '(.*\$)';/g)].at(-1) ?? [];
  expect(new RegExp(text!.replaceAll("''", "'")).source).toBe(pattern.source);
});

test('each unique field has its index', async ({ desk }) => {
  const names = await desk.listed<string>(
    `select c.relname::text as value from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = 'public.applications'::regclass and i.indisunique and not i.indisprimary
        and c.relname <> 'applications_form_key'`,
  );
  expect(names.toSorted()).toEqual(uniqueFields.map((field) => `applications_${field}_key`).toSorted());
});

test.for(applicationQuestions)('an application with a no to %s is refused', async (question, { server }) => {
  const { status, error } = await visitor(server).apply(sampleApplication({ [question]: false }));
  expect([status, error?.message]).toEqual([400, expect.stringContaining('"applications_questions_check"')]);
});

// Columns that applicants do not send. Imports and the service role must follow these rules too.
test.for([
  ['status', 'unheard of'],
  ['confirmation_mail', 'lost'],
  ['source', ''],
  ['source', 'x'.repeat(101)],
  ['tags', Array.from({ length: 21 }, (_, at) => `tag ${at}`)],
] as const)('an application whose %s is %j is refused', async ([column, value], { server }) => {
  const row = { ...sampleApplication(), [column]: value };
  const columns = Object.keys(row);
  const places = columns.map((_, at) => `$${at + 1}`);
  await expect(
    server.sql(
      `insert into public.applications (${columns.join(', ')}) values (${places.join(', ')})`,
      Object.values(row),
    ),
  ).rejects.toMatchObject({ code: '23514', constraint: `applications_${column}_check` });
});

test('the database changes and counts as many at once as the contract', async ({ desk }) => {
  expect(await desk.listed<number>('select private.most_at_once() as value')).toEqual([MAX_BULK_ROWS]);
});

test('a wording of the questions has a text for each of them', async ({ desk }) => {
  const [newest] = await desk.listed<object>(
    'select wording as value from public.question_sets order by version desc limit 1',
  );
  expect(Object.keys(newest!).toSorted()).toEqual([...applicationQuestions].toSorted());
});

test('the review answers each question, and no function names a single one', async ({ server, desk }) => {
  const named = await desk.listed<string>(
    `select proname::text as value from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
        and pg_get_functiondef(oid) ~ '\\mq\\d+\\M'`,
  );
  expect(named).toEqual([]);
  const reader = await makeMember(server, 'reader@lab.example', 'reader');
  await visitor(server).apply(sampleApplication());
  const { rows } = await reader.call<{ rows: { id: string }[] }>('review_export');
  expect(
    Object.keys(rows[0]!)
      .filter((key) => key !== 'cursor')
      .toSorted(),
  ).toEqual([...exportColumns].toSorted());
  const { row } = await reader.open(rows[0]!.id);
  expect(row.answers).toEqual(forEachQuestion(true));
});

test('statuses are those of the table, and moves lead from one of them to another', async ({ desk }) => {
  const named = [...(await desk.checkOf('status')).matchAll(/'(\w+)'/g)].map(([, status]) => status);
  expect(named).toEqual(applicationStatuses);
  const moved = await desk.listed<string>(
    `select unnest(array[from_status, to_status]) as value from public.application_moves`,
  );
  expect(applicationStatuses).toEqual(expect.arrayContaining(moved));
});

test('triggers of the table read the contract’s headers and no others of this product', async ({ desk }) => {
  const sources = await desk.listed<string>(
    `with triggers as (
       select p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid
        where t.tgrelid = 'public.applications'::regclass and not t.tgisinternal
     )
     select prosrc as value from triggers
     union all
     select p.prosrc from pg_proc p
      where exists (select from triggers t where t.prosrc like '%private.' || p.proname || '(headers)%')`,
  );
  const read = sources.flatMap((source) => [...source.matchAll(/->> '(x-[\w-]+)'/g)].map(([, name]) => name));
  const ours = new Set(read.filter((name) => name !== 'x-forwarded-for'));
  expect([...ours].toSorted()).toEqual(Object.values(applicationHeaders).toSorted());
});

test('the form waits as long as the database requires', async ({ desk }) => {
  expect(await desk.listed('select least_milliseconds as value from private.brakes')).toEqual([
    MIN_ELAPSED_MS,
  ]);
});

function openDesk(server: TestServer) {
  /** A column's CHECK, with the body of the function that it may call. */
  async function checkOf(column: string): Promise<string> {
    return server.value<string>`select concat(pg_get_constraintdef(c.oid), p.prosrc) as definition
       from pg_constraint c
       left join pg_proc p on p.oid = substring(pg_get_constraintdef(c.oid) from '(private\\.\\w+)')::regproc
      where c.conname = ${`applications_${column}_check`}`;
  }
  async function listed<Value>(sql: string): Promise<Value[]> {
    return await server.column<Value>(sql);
  }
  return { listed, checkOf };
}
