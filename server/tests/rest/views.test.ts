import { describe, type Expected, expect, givesRows, it } from './fixtures.ts';

describe('a view embeds along the keys of its tables', () => {
  it.for<Expected>([
    [
      'by one of the columns that show the same',
      '/trips_twice?select=id,places!origin(name)&id=eq.1',
      [{ id: 1, places: { name: 'City' } }],
    ],
    [
      'by the name of one of them',
      '/trips_twice?select=id,start(name)&id=eq.3',
      [{ id: 3, start: { name: 'Village' } }],
    ],
    [
      'from the other side, by one of them',
      '/places?select=name,trips_twice!origin(id)&id=eq.2',
      [{ name: 'City', trips_twice: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      'as a view of a view, by a column shown twice over',
      '/trips_thrice?select=id,places!again(name)&id=eq.1',
      [{ id: 1, places: { name: 'City' } }],
    ],
    [
      'by a column of the target that is shown twice',
      '/trips?select=id,places_twice!number(name)&id=eq.1',
      [{ id: 1, places_twice: { name: 'City' } }],
    ],
    [
      'from itself to the rows that point to it',
      '/places_view?select=name,places_view(name)&id=eq.2',
      [{ name: 'City', places_view: [{ name: 'Street' }] }],
    ],
    [
      'by a composite key',
      '/compound_view?select=note,compound_children(id)&a=eq.1&b=eq.x',
      [{ note: 'one', compound_children: [{ id: 1 }, { id: 2 }] }],
    ],
  ])('%s', givesRows);

  it.for<readonly [title: string, path: string, ways: string[]]>([
    [
      'each column that shows the same key is a separate relationship',
      '/trips_twice?select=places(name)',
      ['origin', 'start'].map(
        (column) => `trips_from_place_fkey using trips_twice(${column}) and places(id)`,
      ),
    ],
    [
      'so is each choice for a composite key',
      '/compound_children_twice?select=compound(note)',
      ['b', 'c'].map(
        (column) => `compound_children_fkey using compound_children_twice(a, ${column}) and compound(a, b)`,
      ),
    ],
    [
      'both directions between a view and its own table, lists first',
      '/places_view?select=places(name)',
      [
        'places_within_fkey using places_view(id) and places(within)',
        'places_within_fkey using places_view(within) and places(id)',
      ],
    ],
  ])('%s', async ([_title, path, ways], { lab }) => {
    const { status, body } = await lab.ask(path);
    expect([status, body.code]).toEqual([300, 'PGRST201']);
    expect(body.details).toEqual(ways.map((relationship) => expect.objectContaining({ relationship })));
  });
});

it.for([
  ['shows the first of two columns of a primary key', '/places_twice', { id: 9, name: 'New' }, 'eq.9'],
  ['uses is.null for a key that is null', '/outer_people', { name: 'x' }, 'is.null'],
] as const)('the Location of a new row of a view %s', async ([_title, path, body, key], { lab }) => {
  const headers = { prefer: 'return=headers-only, tx=rollback' };
  const reply = await lab.ask(path, { body, headers });
  expect([reply.status, reply.headers.get('location')]).toEqual([201, `${path}?id=${key}`]);
});

describe('partitions are reached through their parent', () => {
  it('and not under their own name', async ({ lab }) => {
    expect((await lab.ask('/readings_2025')).body.code).toBe('PGRST205');
    expect((await lab.ask('/projects?select=id,readings_2025(id)')).body.code).toBe('PGRST200');
  });

  it('for reads, embeds and writes', async ({ lab }) => {
    expect((await lab.ask('/projects?select=readings(id)&id=eq.1&readings.order=id')).body).toEqual([
      { readings: [{ id: 1 }, { id: 2 }] },
    ]);
    const written = await lab.ask('/readings', {
      body: { id: 9, at: '2025-03-03', value: 1 },
      headers: { prefer: 'return=representation, tx=rollback' },
    });
    expect([written.status, written.body]).toEqual([
      201,
      [{ id: 9, at: '2025-03-03', value: 1, project_id: null }],
    ]);
  });
});
