import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Statement } from '../../src/database/database.ts';
import { RestError } from '../../src/rest/errors.ts';
import { failureMark } from '../../src/rest/sql/limits.ts';
import { withBody } from '../../src/rest/sql/fragment.ts';
import { describePlan } from './describe-plan.ts';
import { prepareScenario } from './scenario.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.golden.sql'));

/**
 * A golden file has blocks of a title, a request and its result: the rights asked for, the plan or the refusal, and in
 * some blocks the statements. To add a request, write its first lines, and `select` below them for the statements.
 * `vitest -u` writes the rest, never in CI.
 */
test.each(files)('%s has the rights, plan and statements, or the refusal, of each request', async (file) => {
  const path = join(import.meta.dirname, file);
  const shown: string[] = [];
  for (const block of readFileSync(path, 'utf8').trimEnd().split('\n\n'))
    shown.push(await show(block.split('\n'), file === 'formats.golden.sql'));
  await expect(`${shown.join('\n\n')}\n`).toMatchFileSnapshot(path);
});

async function show([title = '', ask = '', ...rest]: readonly string[], whole: boolean): Promise<string> {
  const more = rest.filter((line) => /^-- (?:prefer|headers|body|role): /.test(line));
  const requests = more.map((line) => line.slice(3).split(/: (.*)/s));
  const { needs, request, outcome } = await prepareScenario({
    ask: ask.slice(3),
    ...Object.fromEntries(requests.map(([name, value]) => [name, JSON.parse(value!)])),
  });
  const head = [title, ask, ...more];
  if (outcome instanceof RestError) return [...head, ...showRefusal(outcome)].join('\n');
  const { plan, main, estimate } = outcome;
  const { schema, name } = plan.read.scope.name;
  const body = request?.payload?.kind === 'json' ? request.payload.text : null;
  const { contentType } = plan.format;
  return [
    ...head,
    ...showNeeds(needs, `select on ${schema}.${name}`),
    ...describePlan(plan).map((line) => `--   ${line}`),
    ...(contentType === 'application/json; charset=utf-8' ? [] : [`-- answers ${contentType}`]),
    ...(rest.every((line) => line.startsWith('-- '))
      ? []
      : [
          showStatement(main, body, whole),
          ...(estimate ? ['-- and', showStatement(estimate, body, true)] : []),
        ]),
  ].join('\n');
}

/** Leaves out the right to read the relation in the URL. */
const showNeeds = (needs: readonly string[], usual: string) =>
  needs.length === 1 && needs[0] === usual ? [] : [`-- needs ${[...new Set(needs)].join('; ') || 'nothing'}`];

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
  /^\s*with pgrst_source as \((?<source>[\s\S]*?)\)(?:, pgrst_chosen as \((?<chosen>[\s\S]*)\))?\s+select\s+null::bigint as total,\s+count\(\*\) as rows,\s+(?<body>.*) as body,\s+null::text\[\] as location,\s+(?<inserted>.*) as inserted,\s+nullif\(current_setting\('response\.headers', true\), ''\) as headers,\s+nullif\(current_setting\('response\.status', true\), ''\) as status from (?:pgrst_source|\(select \*, sum\(.*?\) over \(rows unbounded preceding\) as pgrst_bytes from \(select (?:case when \(\$\d+::text \|\| nullif\(greatest\((?<size>.*), 4194304\), 4194304\)\)::int is null then )?row_to_json\(pgrst_row\)(?: end)? as "pgrst_text" from pgrst_(?:source|chosen) as pgrst_row offset 0\) as pgrst_built\) as pgrst_bounded where .*)$/;

/** The statement without what is usual around it, and how it makes its body where that is not an array of rows. */
function unwrapped(text: string): { shown: string; notes: string[] } {
  const { source, chosen, body, inserted, size } = USUAL.exec(text)?.groups ?? {};
  if (source === undefined) return { shown: text, notes: [] };
  const isUsualBody = ["''", "string_agg(coalesce(pgrst_text::text, 'null'), ',')"].includes(body!);
  return {
    shown: chosen === undefined ? source : `with pgrst_source as (${source}) ${chosen}`,
    notes: [
      ...(isUsualBody ? [] : [`-- body ${body}`]),
      ...(inserted === 'null::text' ? [] : ['-- tells how many were inserted']),
      ...(size === undefined ? [] : [`-- row size ${size}`]),
    ],
  };
}

/** Text in quotes, or white space with the clause behind it. */
const QUOTED_OR_SPACE =
  /'(?:[^']|'')*'|"(?:[^"]|"")*"|\s+(?:((?<!(?:distinct|delete)\s+)from|where|group by|order by|limit|left join|inner join|returning|on conflict|select)\b)?/g;

/** A statement with a line for each clause. */
const laidOut = (text: string) =>
  text.trim().replace(QUOTED_OR_SPACE, (found, clause?: string) => {
    if (clause) return `\n${clause}`;
    return /^\s/.test(found) ? ' ' : found;
  });

function showStatement({ text, values = [] }: Statement, body: string | null, whole: boolean): string {
  const { shown, notes } = whole ? { shown: text, notes: [] } : unwrapped(text);
  const provided = withBody(values, null).map((value) =>
    value === null && body !== null ? 'the body' : value,
  );
  const listed = provided.map((value, index) => `$${index + 1} ${spelled(value)}`);
  return [`${laidOut(shown)};`, ...notes, ...(listed.length > 0 ? [`-- ${listed.join(', ')}`] : [])].join(
    '\n',
  );
}

const spelled = (value: unknown) =>
  (Buffer.isBuffer(value) ? `bytes ${value.toString('hex')}` : JSON.stringify(value)).replace(
    failureMark,
    'MARK',
  );
