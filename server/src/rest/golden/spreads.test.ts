import { goldenTest } from './golden.ts';

goldenTest('spreads', {
  'a row hands its columns up': 'GET /projects?select=id,...clients(name,number:id)',
  'all of its columns, named': 'GET /projects?select=id,...clients(*)',
  'a list hands up an array a column': 'GET /clients?select=id,...projects(id,name)',
  'a list in an order': 'GET /clients?select=id,...projects(id)&projects.order=name.desc',
  'through a junction': 'GET /people?select=name,...tasks(task:name)',
  'a spread within a spread': 'GET /tasks?select=id,...projects(project:name,...clients(client:name))',
  'an embed within a spread': 'GET /tasks?select=id,...projects(name,clients(name))',
  'an embed within a spread list': 'GET /clients?select=id,...projects(name,tasks(id))',
  inner: 'GET /projects?select=id,...clients!inner(name)&clients.name=eq.Acme',
  'order by a column handed up': 'GET /projects?select=id,...clients(client:name)&order=clients(name)',
  'order by a column that is not': 'GET /projects?select=id,...clients(name)&order=clients(id)',
  'an aggregate handed up is computed above': 'GET /projects?select=...clients(name),budget.sum()',
  'an aggregate of the row spread': 'GET /tasks?select=...projects(name,budget.max())',
  'a spread needs parentheses': 'GET /projects?select=...clients',
  'an aggregate of a list spread': 'GET /clients?select=...projects(budget.sum())',
});

goldenTest('aggregates', {
  'the five': 'GET /projects?select=budget.sum(),budget.avg(),budget.max(),budget.min(),id.count()',
  'count of rows, plain and renamed': 'GET /projects?select=count(),rows:count()',
  'grouped by the columns next to them': 'GET /projects?select=client_id,active,budget.sum()',
  'grouped, filtered, ordered and limited':
    'GET /projects?select=client_id,total:budget.sum()&id=gt.1&order=client_id.desc&limit=5',
  'casts before and after': 'GET /projects?select=done::text.max(),total:budget.sum()::text,count()::text',
  'of a path into JSON': 'GET /projects?select=meta->>n,meta->n::int.sum()',
  'of all columns there are': 'GET /tasks?select=*,count()',
  'within an embedded list': 'GET /clients?select=name,projects(budget.sum())',
  'grouped by an embedded row': 'GET /projects?select=budget.sum(),clients(name)',
  'grouped by an embedded list': 'GET /clients?select=count(),projects(id)',
  'count of an embedded list, the old way': 'GET /clients?select=name,projects(count)',
  'the old count cast': 'GET /tasks?select=count::text',
  'there is no such aggregate': 'GET /projects?select=budget.median()',
  'an order by the alias of a column': 'GET /people?select=number:id&order=number',
  'an order by the alias of an aggregate':
    'GET /projects?select=client_id,total:budget.sum()&order=total.desc',
  'an order by an aggregate without an alias': 'GET /tasks?select=project_id,count()&order=count',
  'an order by an aggregate of a spread': 'GET /tasks?select=...projects(total:budget.sum())&order=total',
  'an order by a column of a spread': 'GET /projects?select=...clients(client:name)&order=client',
  'an order by an aggregate that is embedded':
    'GET /clients?select=projects(total:budget.sum())&projects.order=total',
  'an order by the alias of a path into JSON': 'GET /projects?select=n:meta->n&order=n',
  'an order by the alias of the result of a function': 'GET /rpc/pairs?up_to=3&select=n:number&order=n',
});
