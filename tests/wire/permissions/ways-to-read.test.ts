import { prepareAttempts, removeAttempts, request } from './attempts.ts';
import { tables } from './expectations.ts';
import { makePeople, type Person, type Standing } from './people.ts';
import { putSomethingInEveryTable } from './something-in-every-table.ts';
import { describe, expect, test, type TestServer } from '../../harness/fixtures.ts';

let people: Record<Person, Standing>;
test.beforeAll(async ({ server }) => {
  await prepareAttempts(server);
  people = await makePeople(server);
  await putSomethingInEveryTable(server, people.admin);
});
test.afterAll(({ server }) => removeAttempts(server));

const hiddenTables = Object.keys(tables).filter((name) => ['admins', 'none'].includes(tables[name]!.readBy));

// matrix.test.ts reads as everyone. The way to read makes no difference between those who are signed in.
describe.each(['anon', 'admin owing a code'] as const)('%s', (person) => {
  test.for(hiddenTables)('finds nothing of %s by any way to read', async (table, { server }) => {
    const columns = await columnsOf(server, table);
    const hidden = await recognisableValues(server, table);
    const paths = [
      `${table}?select=*`,
      `${table}?select=${columns.join(',')}`,
      `${table}?select=row:${columns[0]}`,
      ...columns.flatMap((column) => [
        `${table}?select=${column}&order=${column}`,
        `${table}?select=${columns[0]}&or=(${column}.is.null,${column}.not.is.null)`,
      ]),
      ...(await neighbours(server, table)).flatMap((other) => [
        `${other}?select=*,${table}(*)`,
        `${other}?select=${table}!inner(*)`,
        `${other}?select=...${table}(*)`,
        `${table}?select=*,${other}(*)`,
      ]),
    ].map((path) => [path, 'application/json'] as const);
    const otherwise = ['text/csv', 'application/vnd.pgrst.object+json'].map(
      (accept) => [`${table}?select=*`, accept] as const,
    );
    const counting = { prefer: 'count=exact' };
    for (const [path, accept] of [...paths, ...otherwise]) {
      const headers = { accept, ...counting };
      const response = await request(server, people[person], 'GET', path, { headers });
      expect(response.status, path).toBeOneOf([200, 206, 300, 400, 401, 403, 406]);
      const text = await response.text();
      expect([path, hidden.filter((value) => text.includes(value))]).toEqual([path, []]);
    }
    const { status, headers } = await request(server, people[person], 'HEAD', table, { headers: counting });
    expect(status === 200 ? headers.get('content-range') : '*/0').toBe('*/0');
  });
});

const columnsOf = (server: TestServer, table: string) =>
  server.column<string>`
    select attname as name from pg_attribute where attrelid = ('public.' || ${table})::regclass and attnum > 0
      and not attisdropped order by attnum`;

/** Returns relations with a key to or from the table, from which it can be embedded. */
async function neighbours(server: TestServer, table: string): Promise<string[]> {
  const rows = await server.column<string>`
    select distinct case when conrelid = ('public.' || ${table})::regclass then confrelid else conrelid end::regclass::text as name
       from pg_constraint where contype = 'f' and ('public.' || ${table})::regclass in (conrelid, confrelid)`;
  return rows.filter((name) => name !== table && !name.includes('.'));
}

/** Returns all recognisable values of the table, such as ids, names and addresses. */
const recognisableValues = (server: TestServer, table: string) =>
  server.column<string>(
    `select distinct value as text from public.${table} t, json_each_text(row_to_json(t)) where length(value) >= 20`,
  );
