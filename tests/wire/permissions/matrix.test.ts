import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';
import { signToken } from '@solostead/server-testkit/identity/token';
import { attempt, type Outcome, prepareAttempts, removeAttempts } from './attempts.ts';
import { everyCall } from './every-call.ts';
import { functions, tables } from './expectations.ts';
import { makePeople, outsiders, type Person, type Standing } from './people.ts';
import { putSomethingInEveryTable } from './something-in-every-table.ts';

const people: readonly Person[] = ['anon', 'admin', ...outsiders];
let standings: Record<Person, Standing>;
let firstColumns: Record<string, string>;

test.beforeAll(async ({ server }) => {
  await prepareAttempts(server);
  standings = await makePeople(server);
  await putSomethingInEveryTable(server, standings.admin);
  firstColumns = await findFirstColumns(server);
});
test.afterAll(({ server }) => removeAttempts(server));

// The rights of visitors on applications, and of users on their roles (contract P3.2 and P3.4). catalogue.test.ts
// shows that a database of Supabase has the same rights.
describe.each(people)('%s', (person) => {
  test.for(Object.keys(tables))(
    'reads of %s the permitted rows, over HTTP too',
    async (table, { server }) => {
      const expected = await visibleRows(server, person, table);
      expect(await attempt(server, standings[person], `select * from public.${table}`)).toBe(
        expected ?? 'refused',
      );
      const response = await get(server, standings[person], table);
      const answer = (await response.json()) as unknown[];
      if (expected === null)
        expect([response.status, answer]).toMatchObject([person === 'anon' ? 401 : 403, { code: '42501' }]);
      else expect([response.status, answer.length]).toEqual([200, expected]);
    },
  );

  test.for(Object.keys(tables))('writes to %s nothing of others', async (table, { server }) => {
    const sql = (statement: string) => attempt(server, standings[person], statement);
    const column = firstColumns[table]!;
    for (const statement of [
      `update public.${table} set ${column} = ${column}`,
      `truncate public.${table} cascade`,
      `insert into public.${table} (${column}) values (default)`,
    ])
      expect([statement, await sql(statement)]).toEqual([statement, 'refused']);
    const { updates, deletes } = tables[table]!;
    const own = person === 'anon' ? 'refused' : person === 'admin' ? 1 : 0;
    expect(await sql(`delete from public.${table}`)).toBe(deletes?.authenticated ? own : 'refused');
    if (!updates?.authenticated) return;
    const [changing] = updates.authenticated;
    expect(await sql(`update public.${table} set ${changing} = ${changing}`)).toBe(own);
  });
});

describe('functions', () => {
  const ranks = ['authenticated', 'reader', 'reviewer', 'owner'];
  /** Calls each function once, about what does not exist, and returns the outcomes by name. */
  async function callAll(server: TestServer, standing: Standing, names: readonly string[]) {
    const known = { applications: [], notes: [], batches: [], members: [UNKNOWN, UNKNOWN], events: [] };
    const calls = await everyCall(server, known);
    const outcomes: [string, Outcome][] = [];
    for (const name of names) {
      const call = calls.find((one) => one.startsWith(`${name}(`));
      outcomes.push([name, await attempt(server, standing, `select public.${call}`)]);
    }
    return outcomes;
  }

  test.for([...outsiders, 'reader', 'reviewer', 'admin'] as const)(
    'refuse %s if they are for members with more access',
    async (person, { server }) => {
      const rank = person === 'admin' ? 3 : Math.max(0, ranks.indexOf(person));
      const forMembers = Object.keys(functions).filter((name) => ranks.includes(functions[name]!, 1));
      const above = forMembers.filter((name) => ranks.indexOf(functions[name]!) > rank);
      const outcomes = await callAll(server, standings[person], forMembers);
      expect(outcomes.filter(([, outcome]) => outcome === 'refused').map(([name]) => name)).toEqual(above);
    },
  );

  test('report that an application is not there', async ({ server }) => {
    const about = await server.column<string>`
      select proname as name from pg_proc where pronamespace = 'public'::regnamespace
          and proname like 'review\\_%' and 'application_id' = any (proargnames)
          -- An application that is not there has no evidence and is sent no confirmation.
          and proname not in ('review_evidence', 'review_confirmation_resend')`;
    const outcomes = await callAll(server, standings.admin, about);
    const missing = 'error not_found This application no longer exists.';
    expect(outcomes.filter(([, outcome]) => outcome !== missing)).toEqual([]);
    expect(outcomes.length).toBeGreaterThan(10);
  });

  test('report who is an admin at the moment', async ({ server }) => {
    const isAdmin = (standing: Standing) => attempt(server, standing, 'select where public.is_admin()');
    for (const person of people)
      expect([person, await isAdmin(standings[person])]).toEqual([person, person === 'admin' ? 1 : 0]);
    const { role, claims } = standings['admin owing a code'];
    for (const [session, token] of [
      ['aal2', 'aal2'],
      // A token from before the second factor stays at its level.
      ['aal2', 'aal1'],
      // A token from after it falls with the session when the factor is removed.
      ['aal1', 'aal2'],
    ] as const) {
      await server.sql`update auth.sessions set aal = ${session} where id = ${claims!.session_id}`;
      const raised = { role, claims: { ...claims!, aal: token } };
      const admits = session === token;
      expect([session, token, await isAdmin(raised)]).toEqual([session, token, admits ? 1 : 0]);
      const level = `select where public.my_account() ->> 'aal' = '${admits ? 'aal2' : 'aal1'}'`;
      expect([session, token, await attempt(server, raised, level)]).toEqual([session, token, 1]);
      const ends = await attempt(server, raised, `select public.my_session_end('${UNKNOWN}')`);
      expect([session, token, ends !== 'refused']).toEqual([session, token, admits]);
    }
  });

  test('report a caller’s standing', async ({ server }) => {
    const removed = {
      ...standings['non-admin'],
      claims: { ...standings['non-admin'].claims!, session_id: UNKNOWN },
    };
    const missing = { ...removed, claims: { ...removed.claims, sub: UNKNOWN } };
    for (const [who, standing, expected] of [
      ['an admin', standings.admin, 'admin'],
      ['an admin who owes a code', standings['admin owing a code'], 'second_factor_missing'],
      ['an admin whose session ended', standings['signed-out admin'], 'session_ended'],
      ['a banned admin', standings['banned admin'], 'denied'],
      ['a removed member whose session ended', removed, 'denied'],
      ['one whose account is gone', missing, 'denied'],
    ] as const) {
      const isExpected = `select where public.my_access_state() = '${expected}'`;
      expect([who, await attempt(server, standing, isExpected)]).toEqual([who, 1]);
    }
  });
});

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

const get = (server: TestServer, { claims }: Standing, table: string) =>
  fetch(`${server.url}/rest/v1/${table}?limit=1000`, {
    headers: {
      apikey: server.publishableKey,
      ...(claims && { authorization: `Bearer ${signToken(claims)}` }),
    },
  });

/** Returns the number of rows the person may see, or null if the request is refused. */
async function visibleRows(server: TestServer, person: Person, table: string) {
  const { readBy } = tables[table]!;
  if (readBy === 'none' || (person === 'anon' && readBy !== 'anyone')) return null;
  if (readBy === 'oneself') return person === 'non-admin' || person === 'signed-out admin' ? 0 : 1;
  if (person !== 'admin' && readBy !== 'anyone') return 0;
  return server.value<number>(`select count(*)::integer from public.${table}`);
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
