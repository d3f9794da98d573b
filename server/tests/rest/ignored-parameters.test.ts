import { before, forgetWritten, names } from './people.ts';
import { type Ask, describe, expect, it } from './fixtures.ts';

it.beforeEach(({ lab }) => forgetWritten(lab));

// PostgREST uses these elsewhere and ignores them here. Clients send them.
describe('an empty list of rows', () => {
  it.for([
    ['creates nothing with merge-duplicates', 'resolution=merge-duplicates', '/people', 200],
    ['creates nothing with merge-duplicates and no key', 'resolution=merge-duplicates', '/keyless', 200],
    ['counts as created with ignore-duplicates', 'resolution=ignore-duplicates', '/people', 201],
    ['counts as created', 'return=minimal', '/people', 201],
  ] as const)('%s: %s', async ([_title, preference, path, status], { lab }) => {
    const headers = { prefer: `${preference}, return=representation` };
    const reply = await lab.ask(path, { body: [], headers });
    const shown = preference === 'return=minimal' ? '' : [];
    expect([reply.status, reply.body]).toEqual([status, shown]);
  });

  it('is not assumed for rows that are new or merged', async ({ lab }) => {
    const headers = { prefer: 'resolution=merge-duplicates, tx=rollback' };
    const statusOf = async (path: string, body: unknown) => (await lab.ask(path, { body, headers })).status;
    expect(await statusOf('/people', [added])).toBe(201);
    expect(await statusOf('/people', [{ id: 1, name: 'x' }])).toBe(200);
    expect(await statusOf('/keyless', [{ note: 'x' }])).toBe(201);
  });
});

describe('parameters without an effect on writes', () => {
  it.for<readonly [title: string, path: string, ask: Ask]>([
    ['filters on insert', '/people?id=eq.1', { body: added }],
    ['on_conflict without a resolution', '/people?on_conflict=id', { body: added }],
    ['limit on insert', '/people?limit=0', { body: added }],
  ])('%s leaves the row written', async ([_title, path, ask], { lab }) => {
    expect((await lab.ask(path, ask)).status).toBe(201);
    expect(await names(lab)).toEqual([...before, 'New']);
  });

  it('on_conflict without a resolution still reports a conflict', async ({ lab }) => {
    const { status, body } = await lab.ask('/people?on_conflict=id', { body: { id: 1, name: 'x' } });
    expect([status, body.code]).toEqual([409, '23505']);
  });

  it.for(['limit=1', 'offset=1', 'on_conflict=id'])('%s chooses no updates', async (parameter, { lab }) => {
    await lab.ask('/people', { body: [added, { id: 10, name: 'Newer' }] });
    const reply = await lab.ask(`/people?id=gte.9&${parameter}&select=id&order=id`, {
      method: 'PATCH',
      body: { name: 'Both' },
      headers: { prefer: 'return=representation' },
    });
    expect([reply.status, reply.body]).toEqual([200, [{ id: 9 }, { id: 10 }]]);
    expect(await names(lab)).toEqual([...before, 'Both', 'Both']);
  });

  it.for(['limit=1', 'columns=name'])('%s does not choose rows to delete', async (parameter, { lab }) => {
    await lab.ask('/people', { body: [added, { id: 10, name: 'Newer' }] });
    expect((await lab.ask(`/people?id=gte.9&${parameter}`, { method: 'DELETE' })).status).toBe(204);
    expect(await names(lab)).toEqual([...before]);
  });

  it('limit=1 hides no rows from max-affected, nor from a request for a single object', async ({ lab }) => {
    await lab.ask('/people', { body: [added, { id: 10, name: 'Newer' }] });
    const headers = { prefer: 'return=representation,handling=strict,max-affected=1' };
    const change: Ask = { method: 'PATCH', body: { name: 'Both' } };
    const bounded = await lab.ask('/people?id=gte.9&limit=1', { ...change, headers });
    expect([bounded.status, bounded.body.code]).toEqual([400, 'PGRST124']);
    const single = await lab.ask('/people?id=gte.9&limit=1', {
      ...change,
      headers: { prefer: 'return=representation', accept: 'application/vnd.pgrst.object+json' },
    });
    expect([single.status, single.body.code]).toEqual([406, 'PGRST116']);
    expect(await names(lab)).toEqual([...before, 'New', 'Newer']);
  });
});

describe('characters in a URL', () => {
  it.for<readonly [query: string, ids: readonly number[]]>([
    ['id=in.(1,2))', [1, 2]],
    ["or=(id.eq.1)'", [1]],
    ['id=in.(  )', []],
    ['name=in.(  Person A)', [1]],
    ['name=like.*n A%', [1]],
    ['name=eq.Person A)', []],
  ])('%s', async ([query, ids], { lab }) => {
    const { status, body } = await lab.ask(`/people?select=id&order=id&${query}`);
    expect([status, body]).toEqual([200, ids.map((id) => ({ id }))]);
  });

  it('may give a negative offset, which skips nothing', async ({ lab }) => {
    const { status, body } = await lab.ask('/people?select=id&order=id&offset=-1&limit=1');
    expect([status, body]).toEqual([200, [{ id: 1 }]]);
  });
});

const added = { id: 9, name: 'New' };
