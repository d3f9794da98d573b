import { goldenTest } from './golden.ts';

goldenTest('select', {
  'a cast to a type of the schema': 'GET /projects?select=name::mood',
  'steps into JSON answer under the last key': 'GET /projects?select=meta->a->b->0,meta->>n,tags->0',
  'a negative place, and a key that looks like a place': 'GET /projects?select=meta->a->-1,meta->"0"',
  'a computed column by name; the star leaves it out': 'GET /clients?select=*,initial',
  'a generated column is read like any other': 'GET /tasks?select=shout',
  'spaces around names are no part of them': 'GET /tasks?select=%20id%20,%20name%20',
  'an alias in quotes is quoted in SQL': 'GET /tasks?select=%22a%5C%22;drop--%22:name',
  'the star twice, and next to a column': 'GET /tasks?select=*,id,*',
  'a view is read like a table': 'GET /active_projects?select=name',
  'a column the relation lacks': 'GET /tasks?select=nmae',
});
