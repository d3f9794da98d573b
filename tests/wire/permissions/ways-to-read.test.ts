import { attempt, prepareAttempts, removeAttempts, tokenOf } from './attempts.ts';
import { functions, tables } from './expectations.ts';
import { makePeople, type Person, type Standing } from './people.ts';
import { putSomethingInEveryTable } from './something-in-every-table.ts';
import { describe, expect, test as base, type TestServer } from '../../harness/fixtures.ts';

const test = base.extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

let people: Record<Person, Standing>;
test.beforeAll(async ({ server }) => {
  await prepareAttempts(server);
  people = await makePeople(server);
  await putSomethingInEveryTable(server, people.admin);
});
test.afterAll(({ server }) => removeAttempts(server));

// matrix.test.ts reads as everyone. The way to read makes no difference between those who are signed in.
const outsiders: Person[] = ['anon', 'admin owing a code'];

const cases = outsiders.flatMap((person) =>
  Object.entries(tables)
    .filter(([, { readBy }]) => readBy === 'admins' || readBy === 'none')
    .map(([table]) => ({ person, table })),
);

describe.each(cases)('$person finds nothing of $table', ({ person, table }) => {
  test('by any way to read', async ({ desk }) => {
    const hidden = await desk.contents(table);
    const columns = await desk.columnsOf(table);
    const paths = [
      `${table}?select=*`,
      `${table}?select=${columns.join(',')}`,
      `${table}?select=row:${columns[0]}`,
      ...columns.flatMap((column) => [
        `${table}?select=${column}&order=${column}`,
        `${table}?select=${columns[0]}&or=(${column}.is.null,${column}.not.is.null)`,
      ]),
      ...(await desk.neighbours(table)).flatMap((other) => [
        `${other}?select=*,${table}(*)`,
        `${other}?select=${table}!inner(*)`,
        `${other}?select=...${table}(*)`,
        `${table}?select=*,${other}(*)`,
      ]),
    ];
    const otherwise = ['text/csv', 'application/vnd.pgrst.object+json'].map((accept) => [paths[0]!, accept]);
    for (const [path, accept] of [...paths.map((each) => [each, 'application/json']), ...otherwise]) {
      const { status, text } = await desk.ask(person, 'GET', path!, {
        accept: accept!,
        prefer: 'count=exact',
      });
      expect([path, accept, [200, 206, 300, 400, 401, 403, 406].includes(status)]).toEqual([
        path,
        accept,
        true,
      ]);
      expect([path, hidden.filter((value) => text.includes(value))]).toEqual([path, []]);
    }
    const { status, range } = await desk.ask(person, 'HEAD', table, { prefer: 'count=exact' });
    expect(status === 200 ? range : '*/0').toBe('*/0');
  }, 60_000);

  test('by writing and requesting the row, and changes nothing', async ({ desk }) => {
    const hidden = await desk.contents(table);
    const columns = await desk.columnsOf(table);
    const before = await desk.everything();
    for (const column of columns) {
      for (const [method, body] of [
        ['PATCH', { [column]: null }],
        ['DELETE', undefined],
      ] as const) {
        const { status, text } = await desk.ask(
          person,
          method,
          `${table}?${column}=not.is.null`,
          { prefer: 'return=representation' },
          body,
        );
        expect([method, column, status < 500]).toEqual([method, column, true]);
        if (status < 300) expect(text).toBe('[]');
        for (const value of hidden) expect(text.includes(value)).toBe(false);
      }
    }
    expect(await desk.everything()).toEqual(before);
  }, 60_000);
});

describe.each(['non-admin', 'admin owing a code', 'banned admin', 'signed-out admin'] as const)(
  '%s',
  (person) => {
    test('is refused by every function of the review', async ({ server, desk }) => {
      const before = await desk.everything();
      const calls = await server.sql<{ name: string; call: string }>(
        `select proname as name, format('select public.%I(%s)', proname,
          (select string_agg('null::' || format_type(t, null), ', ' order by at)
             from unnest(proargtypes) with ordinality as a (t, at))) as call
         from pg_proc where pronamespace = 'public'::regnamespace and proname like 'review\\_%'`,
      );
      for (const { name, call } of calls) {
        if (aboutOneself.includes(name)) continue;
        const outcome = await attempt(server, people[person], call, true);
        expect([name, outcome]).toEqual([name, 'refused']);
      }
      expect(calls.length).toBeGreaterThan(0);
      expect(Object.keys(functions)).toEqual(expect.arrayContaining(calls.map(({ name }) => name)));
      expect(await desk.everything()).toEqual(before);
    });
  },
);

function openDesk(server: TestServer) {
  async function columnsOf(table: string): Promise<string[]> {
    const rows = await server.sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = ('public.' || $1)::regclass and attnum > 0
      and not attisdropped order by attnum`,
      [table],
    );
    return rows.map(({ name }) => name);
  }
  /** Returns relations with a key to or from the table, from which it can be embedded. */
  async function neighbours(table: string): Promise<string[]> {
    const rows = await server.sql<{ name: string }>(
      `select distinct case when conrelid = ('public.' || $1)::regclass then confrelid else conrelid end::regclass::text as name
       from pg_constraint where contype = 'f' and ('public.' || $1)::regclass in (conrelid, confrelid)`,
      [table],
    );
    return rows.map(({ name }) => name).filter((name) => name !== table && !name.includes('.'));
  }
  /** Returns all recognisable values of the table, such as ids, names and addresses. */
  async function contents(table: string): Promise<string[]> {
    const rows = await server.sql<{ text: string }>(
      `select distinct value as text from public.${table} t, json_each_text(row_to_json(t)) where length(value) >= 20`,
    );
    return rows.map(({ text }) => text);
  }
  /** Returns the content of all tables as one value. */
  function everything(): Promise<unknown> {
    const digests = Object.keys(tables).map(
      (table) =>
        `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) from public.${table} t`,
    );
    return server.sql(digests.join(' union all '));
  }
  async function ask(
    person: Person,
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: object,
  ) {
    const { claims } = people[person];
    const response = await fetch(`${server.url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        ...(claims ? { authorization: `Bearer ${tokenOf(claims)}` } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return {
      status: response.status,
      range: response.headers.get('content-range'),
      text: await response.text(),
    };
  }
  return { contents, columnsOf, neighbours, ask, everything };
}

/** Say who one is oneself, so that the screen can ask for what is missing. */
const aboutOneself = ['review_access', 'review_me'];
