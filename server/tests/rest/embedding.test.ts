import { describe, type Expected, expect, givesRows, it } from './fixtures.ts';

describe('embedding', () => {
  it.for<Expected>([
    [
      'gives the one a key points to',
      '/projects?select=id,clients(name)&order=id&id=lte.3&id=gte.2',
      [
        { id: 2, clients: { name: 'Acme' } },
        { id: 3, clients: { name: 'Birch' } },
      ],
    ],
    ['gives null where there is none', '/projects?select=clients(name)&id=eq.4', [{ clients: null }]],
    [
      'gives one for a unique key',
      '/projects?select=project_details(body)&id=eq.1',
      [{ project_details: { body: 'first' } }],
    ],
    [
      'nests',
      '/clients?select=name,projects(name,tasks(name,people(name)))&id=eq.1&projects.order=id&projects.tasks.order=id&projects.tasks.people.order=id',
      [
        {
          name: 'Acme',
          projects: [
            {
              name: 'Alpha',
              tasks: [
                { name: 'Design', people: [{ name: 'Person A' }, { name: 'Person B' }] },
                { name: 'Code', people: [{ name: 'Person A' }] },
              ],
            },
            { name: 'Beta', tasks: [{ name: 'Test', people: [] }] },
          ],
        },
      ],
    ],
    [
      'is hinted by a constraint',
      '/messages?select=from:people!messages_sender_fkey(name),to:people!messages_recipient_fkey(name)&id=eq.1',
      [{ from: { name: 'Person A' }, to: { name: 'Person B' } }],
    ],
    [
      'is hinted by a column',
      '/messages?select=people!recipient_id(name)&id=eq.1',
      [{ people: { name: 'Person B' } }],
    ],
    [
      'is named by a column',
      '/messages?select=sender_id(name)&id=eq.1',
      [{ sender_id: { name: 'Person A' } }],
    ],
    [
      'is named by a constraint',
      '/messages?select=messages_sender_fkey(name)&id=eq.2',
      [{ messages_sender_fkey: { name: 'Person B' } }],
    ],
    [
      'points to itself by the column',
      '/folders?select=name,parent_id(name)&id=eq.4',
      [{ name: 'leaf', parent_id: { name: 'left' } }],
    ],
    [
      'is referenced by itself by the name',
      '/folders?select=name,folders(name)&id=eq.1&folders.order=id',
      [{ name: 'root', folders: [{ name: 'left' }, { name: 'right' }] }],
    ],
    [
      'sees keys that a view renames',
      '/renamed_tasks?select=name,projects(name)&task=eq.3',
      [{ name: 'Test', projects: { name: 'Beta' } }],
    ],
    [
      'computes one',
      '/clients?select=name,newest_project(name)&id=eq.1',
      [{ name: 'Acme', newest_project: { name: 'Beta' } }],
    ],
    [
      'computes many',
      '/clients?select=name,big_projects(id)&id=eq.1&big_projects.order=id',
      [{ name: 'Acme', big_projects: [{ id: 1 }, { id: 2 }] }],
    ],
    [
      'filters without dropping rows',
      '/clients?select=id,projects(id)&projects.id=eq.2&order=id&id=lte.2',
      [
        { id: 1, projects: [{ id: 2 }] },
        { id: 2, projects: [] },
      ],
    ],
    [
      'filters trees inside',
      '/clients?select=id,projects(id)&projects.or=(id.eq.2,name.eq.Alpha)&projects.order=id&id=eq.1',
      [{ id: 1, projects: [{ id: 1 }, { id: 2 }] }],
    ],
    ['asks for absence', '/clients?select=id,projects(id)&projects=is.null', [{ id: 3, projects: [] }]],
    [
      'spreads many as lists',
      '/clients?select=name,...projects(ids:id)&order=id&id=neq.2&projects.order=id',
      [
        { name: 'Acme', ids: [1, 2] },
        { name: 'Cedar', ids: [] },
      ],
    ],
    [
      'spreads within a spread',
      '/tasks?select=name,...projects(project:name,...clients(client:name))&id=eq.1',
      [{ name: 'Design', project: 'Alpha', client: 'Acme' }],
    ],
    [
      'embeds within a spread',
      '/tasks?select=name,...projects(clients(name))&id=eq.1',
      [{ name: 'Design', clients: { name: 'Acme' } }],
    ],
    [
      'is filtered by its own name where it is renamed',
      '/projects?select=id,customer:clients!inner(name)&clients.name=eq.Acme&order=id',
      [
        { id: 1, customer: { name: 'Acme' } },
        { id: 2, customer: { name: 'Acme' } },
      ],
    ],
    [
      'is ordered and limited by its own name where it is renamed',
      '/clients?select=id,work:projects(id,todo:tasks(id))&id=eq.1&projects.order=id.desc&projects.limit=1&projects.tasks.order=id',
      [{ id: 1, work: [{ id: 2, todo: [{ id: 3 }] }] }],
    ],
    [
      'is filtered by its new name where another has the old one',
      '/clients?select=id,projects(id),big:projects(id)&id=eq.1&big.budget=gte.1500&projects.budget=lt.1500',
      [{ id: 1, projects: [{ id: 1 }], big: [{ id: 2 }] }],
    ],
    [
      'leaves the column of its name to filters',
      '/messages?select=id,sender_id(name)&sender_id=eq.1&order=id',
      [
        { id: 1, sender_id: { name: 'Person A' } },
        { id: 3, sender_id: { name: 'Person A' } },
      ],
    ],
    [
      'leaves the column of its name to trees',
      '/messages?select=id,sender_id()&or=(sender_id.eq.2,id.eq.3)&order=id',
      [{ id: 2 }, { id: 3 }],
    ],
    [
      'orders by a column that is not spread, under another name',
      '/tasks?select=id,...projects(project:name)&order=projects(budget).desc.nullslast,id',
      [
        { id: 3, project: 'Beta' },
        { id: 1, project: 'Alpha' },
        { id: 2, project: 'Alpha' },
        { id: 4, project: null },
      ],
    ],
    [
      'orders by a relation that is not selected otherwise',
      '/projects?select=id,clients()&order=clients(name).desc.nullslast,id&id=neq.2',
      [{ id: 3 }, { id: 1 }, { id: 4 }],
    ],
  ])('%s', givesRows);

  it.for<readonly [path: string, status: number, code: string]>([
    ['/clients?select=name&projects.id=eq.1', 400, 'PGRST108'],
    ['/clients?select=name,...projects(budget.sum())', 400, 'PGRST127'],
  ])('%s is refused with %i %s', async ([path, status, code], { lab }) => {
    const reply = await lab.ask(path);
    expect([reply.status, reply.body.code]).toEqual([status, code]);
  });
});
