import { describe, type Expected, expect, givesRows, it } from './fixtures.ts';

describe('groups', () => {
  it.for<Expected>([
    [
      'are formed by relations embedded in a spread',
      '/tasks?select=count(),...projects(project:name,clients(name))&order=projects(name)',
      [
        { count: 2, project: 'Alpha', clients: { name: 'Acme' } },
        { count: 1, project: 'Beta', clients: { name: 'Acme' } },
        { count: 1, project: null, clients: null },
      ],
    ],
    [
      'are made by a list that is embedded in a spread',
      '/tasks?select=count(),...projects(project:name,tasks(id))&order=projects(name)&projects.tasks.order=id',
      [
        { count: 2, project: 'Alpha', tasks: [{ id: 1 }, { id: 2 }] },
        { count: 1, project: 'Beta', tasks: [{ id: 3 }] },
        { count: 1, project: null, tasks: null },
      ],
    ],
    [
      'are formed by relations embedded two spreads down',
      '/project_details?select=count(),...projects(...clients(client:name,projects(id)))&projects.clients.projects.order=id',
      [{ count: 2, client: 'Acme', projects: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      'are made by a list that is spread',
      '/clients?select=count(),...projects(moods:mood)&id=eq.1&projects.order=id',
      [{ count: 1, moods: ['calm', 'busy'] }],
    ],
    [
      'are ordered by the columns that form them',
      '/projects?select=client_id,total:budget.sum()&order=client_id.desc.nullslast',
      [
        { client_id: 2, total: null },
        { client_id: 1, total: 3000.5 },
        { client_id: null, total: 500 },
      ],
    ],
    [
      'are ordered by the alias of a column of a spread relation',
      '/projects?select=budget.sum(),...clients(client:name)&order=clients(client).desc.nullslast',
      [
        { sum: null, client: 'Birch' },
        { sum: 3000.5, client: 'Acme' },
        { sum: 500, client: null },
      ],
    ],
    [
      'are ordered within an embedded relation',
      '/clients?select=name,projects(mood,total:budget.sum())&id=eq.1&projects.order=mood.desc',
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
  ])('%s', givesRows);
});

it('orders by a column, not by an alias of the same name', async ({ lab }) => {
  const { body } = await lab.ask('/people?select=name:id&order=name.desc&limit=1');
  expect(body).toEqual([{ name: 3 }]);
});
