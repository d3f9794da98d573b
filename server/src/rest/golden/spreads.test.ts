import { goldenTest } from './golden.ts';

goldenTest('spreads', {
  'all of its columns, named': 'GET /projects?select=id,...clients(*)',
  'a list in an order': 'GET /clients?select=id,...projects(id)&projects.order=name.desc',
  'through a junction': 'GET /people?select=name,...tasks(task:name)',
  'an embed within a spread list': 'GET /clients?select=id,...projects(name,tasks(id))',
  inner: 'GET /projects?select=id,...clients!inner(name)&clients.name=eq.Acme',
  'an aggregate handed up is computed above': 'GET /projects?select=...clients(name),budget.sum()',
  'an aggregate of the row spread': 'GET /tasks?select=...projects(name,budget.max())',
  'a spread needs parentheses': 'GET /projects?select=...clients',
});

goldenTest('aggregates', {
  'the five': 'GET /projects?select=budget.sum(),budget.avg(),budget.max(),budget.min(),id.count()',
  'casts before and after': 'GET /projects?select=done::text.max(),total:budget.sum()::text,count()::text',
  'of a path into JSON': 'GET /projects?select=meta->>n,meta->n::int.sum()',
  'of all columns there are': 'GET /tasks?select=*,count()',
  'grouped by an embedded row': 'GET /projects?select=budget.sum(),clients(name)',
  'grouped by an embedded list': 'GET /clients?select=count(),projects(id)',
  'the old count cast': 'GET /tasks?select=count::text',
  'there is no such aggregate': 'GET /projects?select=budget.median()',
  'an order by the alias of an aggregate':
    'GET /projects?select=client_id,total:budget.sum()&order=total.desc',
  'an order by an aggregate of a spread': 'GET /tasks?select=...projects(total:budget.sum())&order=total',
  'an order by an aggregate that is embedded':
    'GET /clients?select=projects(total:budget.sum())&projects.order=total',
  'an order by the alias of a path into JSON': 'GET /projects?select=n:meta->n&order=n',
  'an order by the alias of the result of a function': 'GET /rpc/pairs?up_to=3&select=n:number&order=n',
});
