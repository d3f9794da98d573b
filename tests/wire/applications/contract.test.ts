import { applicationKeys } from '@solostead/contract/application';
import { exportColumns } from '@solostead/contract/export-columns';
import { MIN_ELAPSED_MS } from '@solostead/contract/honeypot';
import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';
import { applicationQuestions, forEachQuestion } from '@solostead/contract/questions';
import { applicationStatuses, statusFacts } from '@solostead/contract/statuses';
import { applied, sampleApplication, visitor } from '../../harness/applicant.ts';
import { makeMember } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('visitors may insert the columns of the contract and no others', async ({ server }) => {
  const columns = await server.column<string>(
    `select column_name::text as value from information_schema.column_privileges
      where table_schema = 'public' and table_name = 'applications' and grantee = 'anon' and privilege_type = 'INSERT'`,
  );
  expect(columns.toSorted()).toEqual([...applicationKeys].toSorted());
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

test('texts name the time to confirm that the database gives', async ({ server }) => {
  const [days] = await server.column<number>(
    'select extract(day from private.confirmation_period())::integer as value',
  );
  const spelled = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'][
    days!
  ];
  expect(CONFIRMATION_PERIOD).toBe(`${spelled} days`);
});

test('a wording of the questions has a text for each of them', async ({ server }) => {
  const [newest] = await server.column<object>(
    'select wording as value from public.question_sets order by version desc limit 1',
  );
  expect(Object.keys(newest!).toSorted()).toEqual([...applicationQuestions].toSorted());
});

test('the review answers each question, and no function names a single one', async ({ server }) => {
  const named = await server.column<string>(
    `select proname::text as value from pg_proc
      where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and prokind = 'f'
        and pg_get_functiondef(oid) ~ '\\mq\\d+\\M'`,
  );
  expect(named).toEqual([]);
  const reader = await makeMember(server, 'reader@lab.example', 'reader');
  await applied(server);
  const { rows } = await reader.call<{ rows: { id: string }[] }>('review_export');
  expect(
    Object.keys(rows[0]!)
      .filter((key) => key !== 'cursor')
      .toSorted(),
  ).toEqual([...exportColumns].toSorted());
  const { row } = await reader.open(rows[0]!.id);
  expect(row.answers).toEqual(forEachQuestion(true));
});

test('statuses, their facts and the moves between them are those of the database', async ({ server }) => {
  const check = await server.value<string>(`select prosrc from pg_proc where proname = 'is_status'`);
  const named = [...check.matchAll(/'(\w+)'/g)].map(([, status]) => status);
  expect(named).toEqual(applicationStatuses);
  const facts = await server.sql(
    `select s.status, private.is_open(s.status) as "isOpen", private.is_decision(s.status) as "isDecision",
            private.is_answer(s.status) as "isAnswer",
            array(select m.to_status from private.application_moves m where m.from_status = s.status order by 1) as moves
       from unnest($1::text[]) with ordinality as s (status, place) order by s.place`,
    [applicationStatuses],
  );
  expect(facts).toEqual(
    applicationStatuses.map((status) => ({
      status,
      ...statusFacts[status],
      moves: statusFacts[status].moves.toSorted(),
    })),
  );
});

test('each later status has a mail template, and each end its months', async ({ server }) => {
  const templates = await server.column<string>(
    `select status as value from public.mail_templates where status <> 'evidence' order by 1`,
  );
  expect(templates).toEqual(applicationStatuses.slice(1).toSorted());
  const [terms] = await server.sql<Record<string, number>>('select * from public.lab_terms');
  const ends = applicationStatuses.filter((status) => !statusFacts[status].isOpen);
  expect(Object.keys(terms!)).toEqual(expect.arrayContaining(ends.map((status) => `${status}_months`)));
});

test('the form waits as long as the database requires', async ({ server }) => {
  expect(await server.column('select min_milliseconds as value from private.form_protection')).toEqual([
    MIN_ELAPSED_MS,
  ]);
});
