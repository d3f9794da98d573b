import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Ask, type Lab, startLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());
beforeEach(async () => {
  await lab.sql('delete from lab.people where id > 3');
  await lab.sql("delete from lab.compound where note is distinct from 'one' and a > 2");
  await lab.sql('delete from lab.tasks where id > 4');
});

const people = () => lab.client().from('people');
const names = async () => (await lab.sql('select name from lab.people order by id')).map(({ name }) => name);
const before = ['Person A', 'Person B', 'Person C'];

describe('insert', () => {
  it('writes one row and says nothing of it', async () => {
    const reply = await lab.ask('/people', { body: { id: 10, name: 'X' } });
    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([201, '', '*/*']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(await names()).toEqual([...before, 'X']);
  });

  it('says nothing where asked to', async () => {
    const reply = await lab.ask('/people', {
      body: { id: 10, name: 'X' },
      headers: { prefer: 'return=minimal' },
    });
    expect([reply.status, reply.text, reply.headers.get('preference-applied')]).toEqual([
      201,
      '',
      'return=minimal',
    ]);
  });

  it('says where the row is', async () => {
    const reply = await lab.ask('/people', {
      body: { id: 10, name: 'X' },
      headers: { prefer: 'return=headers-only' },
    });
    expect([reply.status, reply.headers.get('location')]).toEqual([201, '/people?id=eq.10']);
    const two = await lab.ask('/compound', {
      body: { a: 3, b: 'p q&r' },
      headers: { prefer: 'return=headers-only' },
    });
    expect(two.headers.get('location')).toBe('/compound?a=eq.3&b=eq.p%20q%26r');
  });

  it('shows what it wrote, with what belongs to it', async () => {
    const { data, status } = await lab
      .client()
      .from('projects')
      .insert({ id: 50, name: 'New', client_id: 1 })
      .select('id,tags,clients(name)')
      .single();
    await lab.sql('delete from lab.projects where id = 50');
    expect([status, data]).toEqual([201, { id: 50, tags: [], clients: { name: 'Acme' } }]);
  });

  it('writes many, and counts them', async () => {
    const { count, status } = await people().insert(
      [
        { id: 10, name: 'X' },
        { id: 11, name: 'Y' },
      ],
      { count: 'exact' },
    );
    expect([status, count]).toEqual([201, 2]);
    expect(await names()).toEqual([...before, 'X', 'Y']);
  });

  it('takes only the columns it is told to', async () => {
    const { status } = await lab.ask('/people?columns=id,name', {
      body: [
        { id: 10, name: 'X', nonsense: 1 },
        { id: 11, name: 'Y' },
      ],
    });
    expect(status).toBe(201);
    expect(await names()).toEqual([...before, 'X', 'Y']);
  });

  it('fills what is missing with null or with defaults, as asked', async () => {
    const rows = [
      { id: 50, project_id: 1 },
      { id: 51, name: 'named' },
    ];
    const nulls = await lab.ask('/tasks?columns=id,name', { body: rows });
    expect([nulls.status, nulls.body.code]).toEqual([400, '23502']);
    const { data } = await lab
      .client()
      .from('tasks')
      .insert(rows, { defaultToNull: false })
      .select('id,name,project_id,created_at,shout')
      .order('id');
    expect(data).toEqual([
      { id: 50, name: 'unnamed', project_id: 1, created_at: '2026-01-02T03:04:05+00:00', shout: 'UNNAMED' },
      { id: 51, name: 'named', project_id: null, created_at: '2026-01-02T03:04:05+00:00', shout: 'NAMED' },
    ]);
  });

  it('makes identities of its own', async () => {
    const { data } = await lab.client().from('tasks').insert({}).select('name').single();
    expect(data).toEqual({ name: 'unnamed' });
    const many = await lab
      .client()
      .from('tasks')
      .insert([{}, {}] as never, { defaultToNull: false })
      .select('name');
    expect(many.data).toEqual([{ name: 'unnamed' }, { name: 'unnamed' }]);
  });

  it('writes nothing for an empty list', async () => {
    const { status, body } = await lab.ask('/people', {
      body: [],
      headers: { prefer: 'return=representation' },
    });
    expect([status, body]).toEqual([201, []]);
  });

  it('reads CSV', async () => {
    const { status } = await lab.ask('/people', {
      body: 'id,name\n10,"X, ""Y"""\n11,Z\n',
      headers: { 'content-type': 'text/csv' },
    });
    expect(status).toBe(201);
    expect(await names()).toEqual([...before, 'X, "Y"', 'Z']);
    const uneven = await lab.ask('/people', {
      body: 'id,name\n10\n',
      headers: { 'content-type': 'text/csv' },
    });
    expect([uneven.status, uneven.body.message]).toEqual([400, 'All lines must have same number of fields']);
  });

  it('reads forms', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await lab.ask('/people', { body: 'id=10&name=X+Y', headers })).status).toBe(201);
    expect(await names()).toEqual([...before, 'X Y']);
  });

  it('keeps numbers and nested values exact', async () => {
    const { text } = await lab.ask('/projects?select=budget,meta', {
      body: '{"id":60,"name":"n","budget":12345678.91,"meta":{"big":12345678901234567890.123,"deep":[1,[2]]}}',
      headers: { prefer: 'return=representation' },
    });
    await lab.sql('delete from lab.projects where id = 60');
    expect(text).toBe('[{"budget":12345678.91,"meta":{"big": 12345678901234567890.123, "deep": [1, [2]]}}]');
  });
});

describe('upsert', () => {
  it('merges on the primary key, and says whether anything is new', async () => {
    const merged = await people().upsert({ id: 1, name: 'Changed' }).select();
    await lab.sql("update lab.people set name = 'Person A' where id = 1");
    expect([merged.status, merged.data]).toEqual([200, [{ id: 1, name: 'Changed' }]]);
    const made = await people().upsert([
      { id: 1, name: 'Person A' },
      { id: 12, name: 'New' },
    ]);
    expect(made.status).toBe(201);
    expect(await names()).toEqual([...before, 'New']);
  });

  it('ignores duplicates', async () => {
    const { status, data } = await people()
      .upsert(
        [
          { id: 1, name: 'Ignored' },
          { id: 12, name: 'New' },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect([status, data]).toEqual([201, [{ id: 12, name: 'New' }]]);
    expect(await names()).toEqual([...before, 'New']);
  });

  it('merges on the columns it is told', async () => {
    const { data } = await lab
      .client()
      .from('compound')
      .upsert({ a: 1, b: 'y', note: 'two' }, { onConflict: 'a,b' })
      .select('note');
    expect(data).toEqual([{ note: 'two' }]);
    const { error, status } = await people().upsert({ id: 1, name: 'x' }, { onConflict: 'name' });
    expect([status, error?.code]).toEqual([400, '42P10']);
  });

  it('refuses one row twice', async () => {
    const { status, error } = await people().upsert([
      { id: 12, name: 'a' },
      { id: 12, name: 'b' },
    ]);
    expect([status, error?.code]).toEqual([400, '21000']);
  });
});

describe('put', () => {
  const put = (path: string, body: unknown, prefer?: string) =>
    lab.ask(path, { method: 'PUT', body, headers: prefer ? { prefer } : {} });

  it('writes the row that the URL names, new or not', async () => {
    const made = await put('/people?id=eq.10', { id: 10, name: 'X' });
    expect([made.status, made.text, made.headers.get('location')]).toEqual([201, '', null]);
    const kept = await put('/people?id=eq.10', { id: 10, name: 'Y' });
    expect([kept.status, kept.text]).toEqual([204, '']);
    expect(await names()).toEqual([...before, 'Y']);
  });

  it('shows it where asked to', async () => {
    const made = await put('/people?id=eq.10&select=name', [{ id: 10, name: 'X' }], 'return=representation');
    expect([made.status, made.body]).toEqual([201, [{ name: 'X' }]]);
    const kept = await put('/people?id=eq.10', { id: 10, name: 'Y' }, 'return=representation');
    expect([kept.status, kept.body]).toEqual([200, [{ id: 10, name: 'Y' }]]);
    expect(kept.headers.get('preference-applied')).toBe('return=representation');
  });

  it('goes by every column of the key', async () => {
    const { status } = await put('/compound?b=eq.x&a=eq.3', { a: 3, b: 'x', note: 'put' });
    const rows = await lab.sql("select note from lab.compound where a = 3 and b = 'x'");
    expect([status, rows]).toEqual([201, [{ note: 'put' }]]);
  });
});

describe('update', () => {
  it('changes the rows the filters mean', async () => {
    const { status, data } = await people()
      .update({ name: 'Changed' })
      .gte('id', 2)
      .select('id,name')
      .order('id');
    await lab.sql("update lab.people set name = 'Person ' || chr(64 + id)");
    expect([status, data]).toEqual([
      200,
      [
        { id: 2, name: 'Changed' },
        { id: 3, name: 'Changed' },
      ],
    ]);
  });

  it('says nothing of it', async () => {
    const reply = await lab.ask('/people?id=eq.1', { method: 'PATCH', body: { name: 'Person A' } });
    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([204, '', '0-0/*']);
    const none = await lab.ask('/people?id=eq.77', { method: 'PATCH', body: { name: 'x' } });
    expect([none.status, none.headers.get('content-range')]).toEqual([204, '*/*']);
  });

  it('changes nothing when there is nothing to change', async () => {
    const { status, body } = await lab.ask('/people', {
      method: 'PATCH',
      body: {},
      headers: { prefer: 'return=representation' },
    });
    expect([status, body]).toEqual([200, []]);
  });

  it('is undone when it was to be one row and is not', async () => {
    const { status, error } = await people().update({ name: 'x' }).gte('id', 2).select().single();
    expect([status, error?.code]).toEqual([406, 'PGRST116']);
    expect(await names()).toEqual(before);
  });

  it('is undone when it affects more than allowed', async () => {
    const { status, error } = await people().update({ name: 'x' }).gte('id', 1).maxAffected(2);
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: 'PGRST124', details: 'The query affects 3 rows' },
    });
    expect(await names()).toEqual(before);
    expect((await people().update({ name: 'Person A' }).eq('id', 1).maxAffected(1)).status).toBe(204);
  });

  it('is undone where a dry run was asked for', async () => {
    const { data, status } = await people().update({ name: 'x' }).eq('id', 1).select().rollback();
    expect([status, data]).toEqual([200, [{ id: 1, name: 'x' }]]);
    expect(await names()).toEqual(before);
  });
});

describe('delete', () => {
  it('removes the rows the filters mean', async () => {
    await lab.sql("insert into lab.people values (10, 'X'), (11, 'Y')");
    const { status, data, count } = await people()
      .delete({ count: 'exact' })
      .gt('id', 3)
      .select('name')
      .order('id');
    expect([status, data, count]).toEqual([200, [{ name: 'X' }, { name: 'Y' }], 2]);
    expect(await names()).toEqual(before);
  });

  it('shows what belonged to the rows', async () => {
    await lab.sql("insert into lab.tasks (id, name, project_id) values (60, 'Gone', 1)");
    const { data } = await lab.client().from('tasks').delete().eq('id', 60).select('name,projects(name)');
    expect(data).toEqual([{ name: 'Gone', projects: { name: 'Alpha' } }]);
  });

  it('keeps rows that others need', async () => {
    const { status, error } = await people().delete().eq('id', 1);
    expect([status, error?.code]).toEqual([409, '23503']);
  });
});

describe('what cannot be meant', () => {
  it.each<readonly [title: string, path: string, ask: Ask, status: number, code: string]>([
    ['limit on update', '/people?id=gt.0&limit=1', { method: 'PATCH', body: { name: 'x' } }, 400, 'PGRST127'],
    ['limit on delete', '/people?id=gt.0&limit=1', { method: 'DELETE' }, 400, 'PGRST127'],
    ['filters on insert', '/people?id=eq.1', { body: { id: 9, name: 'x' } }, 400, 'PGRST127'],
    ['unknown columns', '/people', { body: { id: 9, nonsense: 1 } }, 400, 'PGRST204'],
    ['unknown listed columns', '/people?columns=id,nonsense', { body: { id: 9 } }, 400, 'PGRST204'],
    ['unknown filtered columns', '/people?nonsense=eq.1', { method: 'DELETE' }, 400, '42703'],
    ['uneven objects', '/people', { body: [{ id: 9 }, { name: 'x' }] }, 400, 'PGRST102'],
    ['a scalar body', '/people', { body: '7' }, 400, 'PGRST102'],
    ['no body', '/people', { method: 'POST' }, 400, 'PGRST102'],
    ['half a body', '/people', { body: '{"id":' }, 400, 'PGRST102'],
    [
      'another type of body',
      '/people',
      { body: 'x', headers: { 'content-type': 'text/html' } },
      400,
      'PGRST102',
    ],
    ['a wrong type', '/people', { body: { id: 'nine', name: 'x' } }, 400, '22P02'],
    ['a null byte', '/people', { body: { id: 9, name: 'a\0b' } }, 400, '22P05'],
    ['a raw null byte', '/people?columns=id', { body: '{"id":\0}' }, 400, 'PGRST102'],
    ['a generated column', '/tasks', { body: { shout: 'X' } }, 400, '428C9'],
    ['a key that exists', '/people', { body: { id: 1, name: 'x' } }, 409, '23505'],
    ['a key that does not exist', '/tasks', { body: { project_id: 77 } }, 409, '23503'],
    ['a broken check', '/projects', { body: { id: 70, name: 'x', done: 101 } }, 400, '23514'],
    ['a view of sums', '/task_counts', { body: { tasks: 1 } }, 400, '55000'],
    ['put of another row', '/people?id=eq.1', { method: 'PUT', body: { id: 2, name: 'x' } }, 400, 'PGRST115'],
    ['put without the key', '/people?id=eq.1', { method: 'PUT', body: { name: 'x' } }, 400, 'PGRST115'],
    [
      'put of several rows',
      '/people?id=eq.1',
      {
        method: 'PUT',
        body: [
          { id: 1, name: 'x' },
          { id: 2, name: 'y' },
        ],
      },
      400,
      'PGRST115',
    ],
    ['put of no row', '/people?id=eq.1', { method: 'PUT', body: [] }, 400, 'PGRST115'],
    ['put without filters', '/people', { method: 'PUT', body: { id: 1, name: 'x' } }, 405, 'PGRST105'],
    [
      'put by other filters',
      '/people?id=gt.1',
      { method: 'PUT', body: { id: 1, name: 'x' } },
      405,
      'PGRST105',
    ],
    [
      'put by more than the key',
      '/people?id=eq.1&name=eq.x',
      { method: 'PUT', body: { id: 1, name: 'x' } },
      405,
      'PGRST105',
    ],
    [
      'put by a tree',
      '/people?and=(id.eq.1)',
      { method: 'PUT', body: { id: 1, name: 'x' } },
      405,
      'PGRST105',
    ],
    ['put by half a key', '/compound?a=eq.1', { method: 'PUT', body: { a: 1, b: 'x' } }, 405, 'PGRST105'],
    [
      'put where there is no key',
      '/keyless?note=eq.x',
      { method: 'PUT', body: { note: 'x' } },
      405,
      'PGRST105',
    ],
    [
      'limit on put',
      '/people?id=eq.1&limit=1',
      { method: 'PUT', body: { id: 1, name: 'x' } },
      400,
      'PGRST114',
    ],
    [
      'on_conflict on put',
      '/people?id=eq.1&on_conflict=id',
      { method: 'PUT', body: { id: 1, name: 'x' } },
      400,
      'PGRST127',
    ],
    [
      'too much nesting',
      '/projects',
      { body: `{"id":70,"name":"x","meta":${'['.repeat(5000)}${']'.repeat(5000)}}` },
      400,
      'PGRST102',
    ],
    ['too much', '/people', { body: { id: 70, name: 'x'.repeat(70_000) } }, 413, 'PGRST102'],
  ])('%s is refused', async (_title, path, request, status, code) => {
    const reply = await lab.ask(path, request);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    expect(reply.headers.get('proxy-status')).toBe(`PostgREST; error=${code}`);
    expect(Object.keys(reply.body).toSorted()).toEqual(['code', 'details', 'hint', 'message']);
    expect(await names()).toEqual(before);
  });
});
