import { before, forgetWritten, names } from './people.ts';
import { describe, expect, it, type Lab } from './fixtures.ts';

it.beforeEach(({ lab }) => forgetWritten(lab));

describe('update', () => {
  it('changes the rows that match the filters', async ({ lab }) => {
    const { status, data } = await people(lab)
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

  it('changes nothing with an empty object', async ({ lab }) => {
    const { status, body } = await lab.ask('/people', {
      method: 'PATCH',
      body: {},
      headers: { prefer: 'return=representation' },
    });
    expect([status, body]).toEqual([200, []]);
  });

  it('rolls back when a single object is requested and several rows change', async ({ lab }) => {
    const { status, error } = await people(lab).update({ name: 'x' }).gte('id', 2).select().single();
    expect([status, error?.code]).toEqual([406, 'PGRST116']);
    expect(await names(lab)).toEqual(before);
  });

  it('rolls back when `Prefer: max-affected` is exceeded', async ({ lab }) => {
    const { status, error } = await people(lab).update({ name: 'x' }).gte('id', 1).maxAffected(2);
    expect({ status, error }).toMatchObject({
      status: 400,
      error: { code: 'PGRST124', details: 'The query affects 3 rows' },
    });
    expect(await names(lab)).toEqual(before);
    expect((await people(lab).update({ name: 'Person A' }).eq('id', 1).maxAffected(1)).status).toBe(204);
  });

  it('rolls back with `Prefer: tx=rollback`', async ({ lab }) => {
    const { data, status } = await people(lab).update({ name: 'x' }).eq('id', 1).select().rollback();
    expect([status, data]).toEqual([200, [{ id: 1, name: 'x' }]]);
    expect(await names(lab)).toEqual(before);
  });
});

describe('delete', () => {
  it('removes the rows that match the filters', async ({ lab }) => {
    await lab.sql("insert into lab.people values (10, 'X'), (11, 'Y')");
    const { status, data, count } = await people(lab)
      .delete({ count: 'exact' })
      .gt('id', 3)
      .select('name')
      .order('id');
    expect([status, data, count]).toEqual([200, [{ name: 'X' }, { name: 'Y' }], 2]);
    expect(await names(lab)).toEqual(before);
  });

  it('returns embedded rows of the removed ones', async ({ lab }) => {
    await lab.sql("insert into lab.tasks (id, name, project_id) values (60, 'Gone', 1)");
    const { data } = await lab.client().from('tasks').delete().eq('id', 60).select('name,projects(name)');
    expect(data).toEqual([{ name: 'Gone', projects: { name: 'Alpha' } }]);
  });

  it('keeps rows that a foreign key references', async ({ lab }) => {
    const { status, error } = await people(lab).delete().eq('id', 1);
    expect([status, error?.code]).toEqual([409, '23503']);
  });
});

const people = (lab: Lab) => lab.client().from('people');
