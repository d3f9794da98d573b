import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../database/database.ts';
import { RestError } from '../errors.ts';
import { failureMark } from '../execute/execute.ts';
import { withBody } from '../sql/fragment.ts';
import { describePlan } from './describe-plan.ts';
import { layoutSql, tokens } from './layout-sql.ts';
import { type Ask, prepareScenario } from './scenario.ts';
import { withSql } from './with-sql.ts';

/**
 * Tests a group of scenarios, title → request, against `<group>.golden.sql`: each request with the rights asked for,
 * its plan or refusal. The scenarios in with-sql.ts also show their statements with values. `vitest -u` rewrites the file,
 * never in CI.
 */
export function goldenTest(group: string, scenarios: Readonly<Record<string, Ask>>): void {
  test(`${group}: rights, plans and statements are those of ${group}.golden.sql`, async () => {
    const examples = withSql[group] ?? [];
    expect(Object.keys(scenarios)).toEqual(expect.arrayContaining([...examples]));
    const shown: string[] = [];
    for (const [title, asked] of Object.entries(scenarios))
      shown.push(await show(group, title, asked, examples.includes(title)));
    await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(
      join(import.meta.dirname, `${group}.golden.sql`),
    );
  });
}

async function show(group: string, title: string, asked: Ask, hasSql: boolean): Promise<string> {
  const { needs, request: parsed, outcome } = await prepareScenario(asked);
  const body = parsed?.payload?.kind === 'json' ? parsed.payload.text : null;
  const { ask, ...more } = typeof asked === 'string' ? { ask: asked } : asked;
  const request = [
    `---- ${title}`,
    `-- ${ask}`,
    ...Object.entries(more).map(([name, value]) => `-- ${name}: ${JSON.stringify(value)}`),
  ];
  if (needs.length > 0) request.push(`-- needs ${[...new Set(needs)].join('; ')}`);
  if (outcome instanceof RestError) return [...request, ...showRefusal(outcome)].join('\n');
  const { plan, main, estimate } = outcome;
  const statements = () => [
    showStatement(main, body, group === 'formats'),
    ...(estimate ? ['-- and', showStatement(estimate, body, true)] : []),
  ];
  return [
    ...request,
    ...describePlan(plan).map((line) => `--   ${line}`),
    ...(plan.format.contentType === 'application/json; charset=utf-8'
      ? []
      : [`-- answers ${plan.format.contentType}`]),
    ...(hasSql ? statements() : []),
  ].join('\n');
}

function showRefusal({ status, body, headers }: RestError): string[] {
  const { code, message, details, hint } = body;
  const listed = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [
    `-- ${status} ${code} ${message}`,
    ...(details === null ? [] : [details].flat().map((each) => `-- details ${JSON.stringify(each)}`)),
    ...(hint === null ? [] : [`-- hint ${hint}`]),
    ...listed.map((line) => `-- header ${line}`),
  ];
}

/** The common frame of most responses. formats.golden.sql shows it in full. */
const USUAL =
  /^\s*with pgrst_source as \((?<source>[\s\S]*?)\)(?:, pgrst_chosen as \((?<chosen>[\s\S]*)\))?\s+select\s+null::bigint as total,\s+count\(\*\) as rows,\s+(?<body>.*) as body,\s+null::text\[\] as location,\s+(?<inserted>.*) as inserted,\s+nullif\(current_setting\('response\.headers', true\), ''\) as headers,\s+nullif\(current_setting\('response\.status', true\), ''\) as status(?:, case when pg_column_size\([^$]*\) > \d+ then \(\$\d+::text \|\| pg_column_size\([^$]*\)\)::int end as guard)?\s+from pgrst_(?:source|chosen) as pgrst_rows$/;

/** The statement without what is usual around it, and how it makes its body where that is not an array of rows. */
function unwrapped(text: string): { shown: string; notes: string[] } {
  const { source, chosen, body, inserted } = USUAL.exec(text)?.groups ?? {};
  if (source === undefined) return { shown: text, notes: [] };
  const isUsualBody = ["''", "coalesce((json_agg(pgrst_rows))::text, '[]')"].includes(body!);
  return {
    shown: chosen === undefined ? source : `with pgrst_source as (${source}) ${chosen}`,
    notes: [
      ...(isUsualBody ? [] : [`-- body ${body}`]),
      ...(inserted === 'null::text' ? [] : ['-- tells how many were inserted']),
    ],
  };
}

function showStatement({ text, values = [] }: Statement, body: string | null, whole: boolean): string {
  const { shown, notes } = whole ? { shown: text, notes: [] } : unwrapped(text);
  const laidOut = layoutSql(shown);
  const compact = (sql: string) =>
    tokens(sql)
      .filter((token) => token !== ' ')
      .join('');
  expect(compact(laidOut)).toBe(compact(shown));
  const given = withBody(values, null).map((value) => (value === null && body !== null ? 'the body' : value));
  const listed = given.map((value, index) => `$${index + 1} ${spelled(value)}`);
  return [`${laidOut};`, ...notes, ...(listed.length > 0 ? [`-- ${listed.join(', ')}`] : [])].join('\n');
}

const spelled = (value: unknown) =>
  (Buffer.isBuffer(value) ? `bytes ${value.toString('hex')}` : JSON.stringify(value)).replace(
    failureMark,
    'MARK',
  );
