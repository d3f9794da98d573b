import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attempt, prepareAttempts, removeAttempts, request } from './attempts.ts';
import { functions, tables } from './expectations.ts';
import { makePeople, type Person, type Standing } from './people.ts';
import { putSomethingInEveryTable } from './something-in-every-table.ts';
import { sharedTwoDatabases, type TwoDatabases } from './two-databases.ts';

const databases = ['ours', 'likeSupabase'] as const;
const people: Person[] = [
  'anon',
  'non-admin',
  'admin',
  'admin owing a code',
  'banned admin',
  'signed-out admin',
];

let both: TwoDatabases;

beforeAll(async () => {
  both = await sharedTwoDatabases();
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

  test('reads their own rows', async () => {
    const expected = await visibleRows(which, person, table);
    const standing = standings[which][person];
    expect(await attempt(both[which], standing, `select * from public.${table}`)).toBe(expected ?? 'refused');

    const response = await request(both[which], standing, 'GET', `${table}?limit=1000`);
    const answer = (await response.json()) as unknown[];
    if (expected === null) {
      expect([response.status, answer]).toEqual([
        refusal(person),
        expect.objectContaining({ code: '42501' }),
      ]);
    } else expect([response.status, answer.length]).toEqual([200, expected]);
  });

  test('changes no column and no row of others', async () => {
    const standing = standings[which][person];
    const column = await firstColumn(which, table);
    expect(await attempt(both[which], standing, `update public.${table} set ${column} = ${column}`)).toBe(
      'refused',
    );
    const response = await request(both[which], standing, 'PATCH', `${table}?${column}=not.is.null`, {
      [column]: null,
    });
    expect(response.status).toBe(refusal(person));
    if (!mayUpdate) return;
    const [own] = rights.updates!.authenticated!;
    const outcome = await attempt(both[which], standing, `update public.${table} set ${own} = ${own}`);
    expect(outcome).toBe(person === 'admin' ? 1 : 0);
  });

  test('deletes nothing of others', async () => {
    const standing = standings[which][person];
    expect(await attempt(both[which], standing, `truncate public.${table} cascade`)).toBe('refused');
    const outcome = await attempt(both[which], standing, `delete from public.${table}`);
    expect(outcome).toBe(!mayDelete ? 'refused' : person === 'admin' ? 1 : 0);
    if (person === 'admin' && mayDelete) return;
    const column = await firstColumn(which, table);
    const response = await request(both[which], standing, 'DELETE', `${table}?${column}=not.is.null`);
    expect(response.status).toBe(mayDelete ? 204 : refusal(person));
  });

  test('inserts no column of others', async () => {
    const standing = standings[which][person];
    const column = await firstColumn(which, table);
    expect(
      await attempt(both[which], standing, `insert into public.${table} (${column}) values (default)`),
    ).toBe('refused');
    const response = await request(both[which], standing, 'POST', table, { [column]: null });
    expect(response.status).toBe(refusal(person));
  });
});

describe.each(databases)('functions in %s', (which) => {
  test.each(['anon', 'non-admin'] as const)('refuse %s if they are for other roles', async (person) => {
    const allowed = person === 'anon' ? ['anon'] : ['anon', 'authenticated'];
    const signatures = await both[which].sql<{ name: string; call: string }>(
      `select proname as name, format('select public.%I(%s)', proname,
          (select string_agg('null::' || format_type(t, null), ', ' order by at)
             from unnest(proargtypes) with ordinality as a (t, at))) as call
         from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    for (const { name, call } of signatures) {
      if (allowed.includes(functions[name]!)) continue;
      expect([name, await attempt(both[which], standings[which][person], call)]).toEqual([name, 'refused']);
      const response = await request(both[which], standings[which][person], 'POST', `rpc/${name}`, {});
      expect([name, [401, 403, 404].includes(response.status)]).toEqual([name, true]);
    }
  });

  test.each(['non-admin', 'admin owing a code', 'banned admin', 'signed-out admin'] as const)(
    'of the review return nothing to %s',
    async (person) => {
      const standing = standings[which][person];
      for (const call of ['review_list()', "review_count('{}')", 'review_people()', "review_export('{}')"]) {
        expect([call, await attempt(both[which], standing, `select public.${call}`)]).toEqual([
          call,
          'refused',
        ]);
      }
    },
  );

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

const standings = {} as Record<(typeof databases)[number], Record<Person, Standing>>;

/** Returns the number of rows the person may see, or null if the request is refused. */
async function visibleRows(which: (typeof databases)[number], person: Person, table: string) {
  const { readBy } = tables[table]!;
  if (readBy === 'none' || (person === 'anon' && readBy !== 'anyone')) return null;
  if (readBy === 'oneself') return person === 'non-admin' || person === 'signed-out admin' ? 0 : 1;
  if (person !== 'admin' && readBy !== 'anyone') return 0;
  const [row] = await both[which].sql<{ count: string }>(`select count(*) from public.${table}`);
  return Number(row!.count);
}

async function firstColumn(which: (typeof databases)[number], table: string): Promise<string> {
  const [row] = await both[which].sql<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = ('public.' || $1)::regclass and attnum > 0
        and attidentity = '' and attgenerated = '' order by attnum limit 1`,
    [table],
  );
  return row!.name;
}

const refusal = (person: Person) => (person === 'anon' ? 401 : 403);
