import { goldenTest } from './golden.ts';

goldenTest('embed-filters', {
  'under an alias, by the alias': 'GET /projects?select=id,owner:clients(id)&owner.name=eq.Acme',
  'two levels down': 'GET /clients?select=projects(tasks(id))&projects.tasks.name=like.D*&projects.id=gt.1',
  'each level has its own range':
    'GET /clients?select=projects(tasks(id))&limit=2&projects.limit=3&projects.tasks.limit=4',
  'a level asks for more than there may be': 'GET /clients?select=projects(id)&projects.limit=5000',
  'through a junction': 'GET /people?select=tasks(id)&tasks.name=eq.x&tasks.order=id',
  'of a computed relationship':
    'GET /clients?select=big_projects(id)&big_projects.budget=lt.9&big_projects.order=id',
  'a path into JSON of an embedded row': 'GET /tasks?select=id,projects(id)&projects.meta->a->>b=eq.1',
  'absent, of an embedded row': 'GET /projects?select=id,clients(id)&clients=is.null',
  'present, as not_null says': 'GET /projects?select=id,clients(id)&clients=is.not_null',
  'present or else':
    'GET /projects?select=id,clients(),project_details()&or=(clients.not.is.null,project_details.is.null)',
  'order by a path into it, by two of its fields':
    'GET /tasks?select=id,projects(id)&order=projects(meta->>n).asc.nullslast,projects(name)',
  'order of the level below by the one below it':
    'GET /clients?select=projects(id,project_details(body))&projects.order=project_details(body)',
  'only present and absent are asked of an embed': 'GET /clients?select=id,projects(id)&projects=eq.1',
  'order by a list': 'GET /clients?select=id,projects(id)&order=projects(id)',
  'order by a relation that is not embedded': 'GET /clients?select=id&order=projects(id)',
  'a limit on a relation that is not embedded': 'GET /clients?select=id,projects(id)&projects.tasks.limit=1',
  'a column the embedded relation lacks': 'GET /clients?select=projects(id)&projects.nome=eq.1',
});
