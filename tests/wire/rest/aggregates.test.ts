import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

describe('groups', () => {
  it.each<readonly [title: string, path: string, expected: unknown]>([
    [
      'are made by what is embedded in a spread',
      '/tasks?select=count(),...projects(project:name,clients(name))&order=project',
      [
        { count: 2, project: 'Alpha', clients: { name: 'Acme' } },
        { count: 1, project: 'Beta', clients: { name: 'Acme' } },
        { count: 1, project: null, clients: null },
      ],
    ],
    [
      'are made by a list that is embedded in a spread',
      '/tasks?select=count(),...projects(project:name,tasks(id))&order=project&projects.tasks.order=id',
      [
        { count: 2, project: 'Alpha', tasks: [{ id: 1 }, { id: 2 }] },
        { count: 1, project: 'Beta', tasks: [{ id: 3 }] },
        { count: 1, project: null, tasks: null },
      ],
    ],
    [
      'are made by what is embedded two spreads down',
      '/project_details?select=count(),...projects(...clients(client:name,projects(id)))&projects.clients.projects.order=id',
      [{ count: 2, client: 'Acme', projects: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      'are made by a list that is spread',
      '/clients?select=count(),...projects(moods:mood)&id=eq.1&projects.order=id',
      [{ count: 1, moods: ['calm', 'busy'] }],
    ],
    [
      'are ordered by the name of an aggregate',
      '/projects?select=client_id,total:budget.sum()&order=total.desc.nullslast',
      [
        { client_id: 1, total: 3000.5 },
        { client_id: null, total: 500 },
        { client_id: 2, total: null },
      ],
    ],
    [
      'are ordered by an aggregate without a name of its own',
      '/tasks?select=project_id,count()&order=count.desc,project_id',
      [
        { project_id: 1, count: 2 },
        { project_id: 2, count: 1 },
        { project_id: null, count: 1 },
      ],
    ],
    [
      'are ordered by an aggregate of a spread',
      '/tasks?select=project_id,...projects(total:budget.sum())&order=total.desc.nullslast',
      [
        { project_id: 2, total: 2000 },
        { project_id: 1, total: 2001 },
        { project_id: null, total: null },
      ].toSorted((left, right) => (right.total ?? 0) - (left.total ?? 0)),
    ],
    [
      'are ordered by the new name of what is spread',
      '/projects?select=budget.sum(),...clients(client:name)&order=client.desc.nullslast',
      [
        { sum: null, client: 'Birch' },
        { sum: 3000.5, client: 'Acme' },
        { sum: 500, client: null },
      ],
    ],
    [
      'are ordered within what is embedded',
      '/clients?select=name,projects(mood,total:budget.sum())&id=eq.1&projects.order=total.desc',
      [
        {
          name: 'Acme',
          projects: [
            { mood: 'busy', total: 2000 },
            { mood: 'calm', total: 1000.5 },
          ],
        },
      ],
    ],
  ])('%s', async (_title, path, expected) => {
    const { status, body } = await lab.ask(path);
    expect({ status, body }).toEqual({ status: 200, body: expected });
  });
});

describe('order by a new name', () => {
  it.each<readonly [title: string, path: string, expected: unknown]>([
    ['sorts rows', '/people?select=number:id&order=number.desc&limit=1', [{ number: 3 }]],
    [
      'sorts by what is spread',
      '/projects?select=id,...clients(client:name)&order=client.desc.nullslast,id&id=neq.2',
      [
        { id: 3, client: 'Birch' },
        { id: 1, client: 'Acme' },
        { id: 4, client: null },
      ],
    ],
    ['means the column where there is one', '/people?select=name:id&order=name.desc&limit=1', [{ name: 3 }]],
    ['sorts by a path into JSON', '/projects?select=id,n:meta->n&order=n.desc.nullslast&limit=1', null],
  ])('%s', async (_title, path, expected) => {
    const { status, body } = await lab.ask(path);
    expect(status).toBe(200);
    if (expected !== null) expect(body).toEqual(expected);
  });

  it('sorts a stream of CSV', async () => {
    const { text } = await lab.ask('/people?select=number:id&order=number.desc', {
      headers: { accept: 'text/csv' },
    });
    expect(text).toBe('number\n3\n2\n1');
  });

  it('sorts what a function gives', async () => {
    const { body } = await lab.ask('/rpc/pairs?up_to=3&select=n:number&order=n.desc');
    expect(body).toEqual([{ n: 3 }, { n: 2 }, { n: 1 }]);
  });

  it('is refused where nothing is called so', async () => {
    const { status, body } = await lab.ask('/people?select=id&order=number');
    expect([status, body.code]).toEqual([400, '42703']);
  });
});
