import { before, forgetWritten, names } from './people.ts';
import { describe, expect, it, type Lab } from './fixtures.ts';

it.beforeEach(({ lab }) => forgetWritten(lab));

describe('insert', () => {
  it('writes one row and returns no body', async ({ lab }) => {
    const reply = await lab.ask('/people', { body: { id: 10, name: 'X' } });
    expect([reply.status, reply.text, reply.headers.get('content-range')]).toEqual([201, '', '*/*']);
    expect(reply.headers.get('content-type')).toBeNull();
    expect(await names(lab)).toEqual([...before, 'X']);
  });

  it('returns the Location of the row', async ({ lab }) => {
    const reply = await lab.ask('/people', {
      body: { id: 10, name: 'X' },
      headers: { prefer: 'return=headers-only' },
    });
    expect([reply.status, reply.headers.get('location')]).toEqual([201, '/people?id=eq.10']);
  });

  it('returns the written row with embedded rows', async ({ lab }) => {
    const { data, status } = await lab
      .client()
      .from('projects')
      .insert({ id: 50, name: 'New', client_id: 1 })
      .select('id,tags,clients(name)')
      .single();
    await lab.sql('delete from lab.projects where id = 50');
    expect([status, data]).toEqual([201, { id: 50, tags: [], clients: { name: 'Acme' } }]);
  });

  it('writes several rows and counts them', async ({ lab }) => {
    const { count, status } = await people(lab).insert(
      [
        { id: 10, name: 'X' },
        { id: 11, name: 'Y' },
      ],
      { count: 'exact' },
    );
    expect([status, count]).toEqual([201, 2]);
    expect(await names(lab)).toEqual([...before, 'X', 'Y']);
  });

  it('fills missing values with null or with defaults, as requested', async ({ lab }) => {
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

  it('generates identities', async ({ lab }) => {
    const { data } = await lab.client().from('tasks').insert({}).select('name').single();
    expect(data).toEqual({ name: 'unnamed' });
    const many = await lab
      .client()
      .from('tasks')
      .insert([{}, {}] as never, { defaultToNull: false })
      .select('name');
    expect(many.data).toEqual([{ name: 'unnamed' }, { name: 'unnamed' }]);
  });

  it('reads CSV', async ({ lab }) => {
    const { status } = await lab.ask('/people', {
      body: 'id,name\n10,"X, ""Y"""\n11,Z\n',
      headers: { 'content-type': 'text/csv' },
    });
    expect(status).toBe(201);
    expect(await names(lab)).toEqual([...before, 'X, "Y"', 'Z']);
  });

  it('keeps numbers and nested values exact', async ({ lab }) => {
    const { text } = await lab.ask('/projects?select=budget,meta', {
      body: '{"id":60,"name":"n","budget":12345678.91,"meta":{"big":12345678901234567890.123,"deep":[1,[2]]}}',
      headers: { prefer: 'return=representation' },
    });
    await lab.sql('delete from lab.projects where id = 60');
    expect(text).toBe('[{"budget":12345678.91,"meta":{"big": 12345678901234567890.123, "deep": [1, [2]]}}]');
  });
});

describe('upsert', () => {
  it('merges on the primary key, and reports whether a row is new', async ({ lab }) => {
    const merged = await people(lab).upsert({ id: 1, name: 'Changed' }).select();
    await lab.sql("update lab.people set name = 'Person A' where id = 1");
    expect([merged.status, merged.data]).toEqual([200, [{ id: 1, name: 'Changed' }]]);
    const made = await people(lab).upsert([
      { id: 1, name: 'Person A' },
      { id: 12, name: 'New' },
    ]);
    expect(made.status).toBe(201);
    expect(await names(lab)).toEqual([...before, 'New']);
  });

  it('ignores duplicates', async ({ lab }) => {
    const { status, data } = await people(lab)
      .upsert(
        [
          { id: 1, name: 'Ignored' },
          { id: 12, name: 'New' },
        ],
        { ignoreDuplicates: true },
      )
      .select();
    expect([status, data]).toEqual([201, [{ id: 12, name: 'New' }]]);
    expect(await names(lab)).toEqual([...before, 'New']);
  });

  it('merges on the columns in on_conflict', async ({ lab }) => {
    const { data } = await lab
      .client()
      .from('compound')
      .upsert({ a: 1, b: 'y', note: 'two' }, { onConflict: 'a,b' })
      .select('note');
    expect(data).toEqual([{ note: 'two' }]);
    const { error, status } = await people(lab).upsert({ id: 1, name: 'x' }, { onConflict: 'name' });
    expect([status, error?.code]).toEqual([400, '42P10']);
  });

  it('refuses the same row twice', async ({ lab }) => {
    const { status, error } = await people(lab).upsert([
      { id: 12, name: 'a' },
      { id: 12, name: 'b' },
    ]);
    expect([status, error?.code]).toEqual([400, '21000']);
  });
});

describe('put', () => {
  it('writes the row in the URL, new or existing', async ({ lab }) => {
    const put = (body: unknown) => lab.ask('/people?id=eq.10', { method: 'PUT', body });
    const made = await put({ id: 10, name: 'X' });
    expect([made.status, made.text, made.headers.get('location')]).toEqual([201, '', null]);
    const unchanged = await put({ id: 10, name: 'Y' });
    expect([unchanged.status, unchanged.text]).toEqual([204, '']);
    expect(await names(lab)).toEqual([...before, 'Y']);
  });
});

const people = (lab: Lab) => lab.client().from('people');
