import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from '../../harness/servers/server.ts';
import { attempt, type Outcome, prepareAttempts, removeAttempts, request } from './attempts.ts';
import { everyCall } from './every-call.ts';
import { functions, tables } from './expectations.ts';
import { makePeople, outsiders, type Person, type Standing } from './people.ts';
import { putSomethingInEveryTable } from './something-in-every-table.ts';
import { databases, sharedTwoDatabases, type TwoDatabases } from './two-databases.ts';

const people: Person[] = [
  'anon',
  'non-admin',
  'admin',
  'admin owing a code',
  'banned admin',
  'signed-out admin',
];

let both: TwoDatabases;
let firstColumns: Record<string, string>;

beforeAll(async () => {
  both = await sharedTwoDatabases();
  firstColumns = await findFirstColumns(both.ours);
  for (const which of databases) {
    await prepareAttempts(both[which]);
    standings[which] = await makePeople(both[which]);
    await putSomethingInEveryTable(both[which], standings[which].admin);
  }
});
afterAll(async () => {
  for (const which of databases) await removeAttempts(both[which]);
});

const cases = databases.flatMap((which) =>
  people.flatMap((person) => Object.keys(tables).map((table) => ({ which, person, table }))),
);

// The rights of visitors on applications, and of users on their roles (contract P3.2 and P3.4).
describe.each(cases)('$person on $table in $which', ({ which, person, table }) => {
  const rights = tables[table]!;
  const role = person === 'anon' ? 'anon' : 'authenticated';
  const mayUpdate = role === 'authenticated' && rights.updates?.authenticated !== undefined;
  const mayDelete = role === 'authenticated' && rights.deletes?.authenticated === true;

  const sql = (statement: string) => attempt(both[which], standings[which][person], statement);
  /** Asks the data API of the first server. Its roles have the same rights on both databases. */
  const ask = (method: string, path: string, body?: object) =>
    request(both.ours, standings.ours[person], method, path, body && { body });

  test('reads their own rows', async () => {
    const expected = await visibleRows(which, person, table);
    expect(await sql(`select * from public.${table}`)).toBe(expected ?? 'refused');
    if (which !== 'ours') return;
    const response = await ask('GET', `${table}?limit=1000`);
    const answer = (await response.json()) as unknown[];
    if (expected === null)
      expect([response.status, answer]).toEqual([
        refusal(person),
        expect.objectContaining({ code: '42501' }),
      ]);
    else expect([response.status, answer.length]).toEqual([200, expected]);
  });

  test('changes no column and no row of others', async () => {
    const column = firstColumns[table]!;
    expect(await sql(`update public.${table} set ${column} = ${column}`)).toBe('refused');
    if (which === 'ours')
      expect((await ask('PATCH', `${table}?${column}=not.is.null`, { [column]: null })).status).toBe(
        refusal(person),
      );
    if (!mayUpdate) return;
    const [own] = rights.updates!.authenticated!;
    expect(await sql(`update public.${table} set ${own} = ${own}`)).toBe(person === 'admin' ? 1 : 0);
  });

  test('deletes nothing of others', async () => {
    expect(await sql(`truncate public.${table} cascade`)).toBe('refused');
    expect(await sql(`delete from public.${table}`)).toBe(
      !mayDelete ? 'refused' : person === 'admin' ? 1 : 0,
    );
    if (which !== 'ours' || (person === 'admin' && mayDelete)) return;
    const response = await ask('DELETE', `${table}?${firstColumns[table]}=not.is.null`);
    expect(response.status).toBe(mayDelete ? 204 : refusal(person));
  });

  test('inserts no column of others', async () => {
    const column = firstColumns[table]!;
    expect(await sql(`insert into public.${table} (${column}) values (default)`)).toBe('refused');
    if (which === 'ours') expect((await ask('POST', table, { [column]: null })).status).toBe(refusal(person));
  });
});

describe.each(databases)('functions in %s', (which) => {
  const ranks = ['authenticated', 'reader', 'reviewer', 'owner'];
  /** Calls each function once, about what does not exist, and returns the outcomes by name. */
  async function callAll(standing: Standing, names: readonly string[]) {
    const calls = await everyCall(both[which], {
      applications: [],
      notes: [],
      batches: [],
      members: [UNKNOWN, UNKNOWN],
      events: [],
    });
    const outcomes: [string, Outcome][] = [];
    for (const name of names) {
      const call = calls.find((one) => one.startsWith(`${name}(`));
      outcomes.push([name, await attempt(both[which], standing, `select public.${call}`)]);
    }
    return outcomes;
  }
  const forMembers = Object.keys(functions).filter((name) => ranks.includes(functions[name]!, 1));
  const refusedOf = (outcomes: readonly [string, Outcome][]) =>
    outcomes.filter(([, outcome]) => outcome === 'refused').map(([name]) => name);

  test.each([
    ['anon', ['anon']],
    ['non-admin', ['anon', ...ranks]],
  ] as const)('refuse %s if they are for other keys', async (person, allowed) => {
    const standing = standings[which][person];
    const signatures = await both[which].sql<{ name: string; call: string }>`
      select proname as name, format('select public.%I(%s)', proname,
          (select string_agg('null::' || format_type(t, null), ', ' order by at)
             from unnest(proargtypes) with ordinality as a (t, at))) as call
         from pg_proc where pronamespace = 'public'::regnamespace`;
    for (const { name, call } of signatures) {
      if ((allowed as readonly string[]).includes(functions[name]!)) continue;
      expect([name, await attempt(both[which], standing, call)]).toEqual([name, 'refused']);
      const response = await request(both[which], standing, 'POST', `rpc/${name}`, { body: {} });
      expect([name, [401, 403, 404].includes(response.status)]).toEqual([name, true]);
    }
  });

  test.each([...outsiders, 'reader', 'reviewer', 'admin'] as const)(
    'refuse %s if they are for members with more access',
    async (person) => {
      const standing = standings[which][person];
      const rank = person === 'admin' ? 3 : Math.max(0, ranks.indexOf(person));
      const above = forMembers.filter((name) => ranks.indexOf(functions[name]!) > rank);
      expect(refusedOf(await callAll(standing, forMembers))).toEqual(above);
    },
  );

  test('report that an application is not there', async () => {
    const about = await both[which].column<string>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace
          and proname like 'review\\_%' and 'application_id' = any (proargnames)
          -- A deletion may be repeated. An application that is not there has no evidence and is sent no confirmation.
          and proname not in ('review_delete', 'review_evidence', 'review_resend_confirmation')`;
    const outcomes = await callAll(standings[which].admin, about);
    const missing = 'error PT404 This application is no longer there.';
    expect(outcomes.filter(([, outcome]) => outcome !== missing)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(10);
  });

  test('report who is an admin at the moment', async () => {
    for (const person of people) {
      const outcome = await attempt(both[which], standings[which][person], 'select where public.is_admin()');
      expect([person, outcome]).toEqual([person, person === 'admin' ? 1 : 0]);
    }
    const owing = standings[which]['admin owing a code'];
    const paid = { ...owing, claims: { ...owing.claims!, aal: 'aal2' } };
    expect(await attempt(both[which], paid, 'select where public.is_admin()')).toBe(1);
  });
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const standings = {} as Record<(typeof databases)[number], Record<Person, Standing>>;

/** Returns the number of rows the person may see, or null if the request is refused. */
async function visibleRows(which: (typeof databases)[number], person: Person, table: string) {
  const { readBy } = tables[table]!;
  if (readBy === 'none' || (person === 'anon' && readBy !== 'anyone')) return null;
  if (readBy === 'oneself') return person === 'non-admin' || person === 'signed-out admin' ? 0 : 1;
  if (person !== 'admin' && readBy !== 'anyone') return 0;
  return both[which].value<number>(`select count(*)::integer from public.${table}`);
}

/** The first column of each table that a statement can name. */
async function findFirstColumns(server: TestServer): Promise<Record<string, string>> {
  const rows = await server.sql<{ table: string; name: string }>`
    select distinct on (c.oid) c.relname as table, a.attname as name
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
      where c.relnamespace = 'public'::regnamespace and a.attidentity = '' and a.attgenerated = ''
      order by c.oid, a.attnum`;
  return Object.fromEntries(rows.map(({ table, name }) => [table, name]));
}

const refusal = (person: Person) => (person === 'anon' ? 401 : 403);
