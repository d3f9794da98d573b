import { goldenTest } from './golden.ts';

goldenTest('select', {
  'everything, unless a select says otherwise': 'GET /tasks',
  'columns in the order asked for': 'GET /tasks?select=name,id',
  'an alias, a cast and both': 'GET /tasks?select=label:name,id::text,number:id::bigint',
  'a cast spelled as SQL does': 'GET /projects?select=budget::double precision,id::character varying',
  'a cast to a type of the schema': 'GET /projects?select=name::mood',
  'steps into JSON answer under the last key': 'GET /projects?select=meta->a->b->0,meta->>n,tags->0',
  'a negative place, and a key that looks like a place': 'GET /projects?select=meta->a->-1,meta->"0"',
  'a path into a composite value goes through JSON': 'GET /clients?select=address->>city',
  'a computed column by name; the star leaves it out': 'GET /clients?select=*,initial',
  'a generated column is read like any other': 'GET /tasks?select=shout',
  'spaces around names are no part of them': 'GET /tasks?select=%20id%20,%20name%20',
  'names in quotes, with the characters of the grammar':
    'GET /odd%20%22names%22?select=%22the%20key%22,%22a,b(c)%22,select',
  'an alias in quotes is quoted in SQL': 'GET /tasks?select=%22a%5C%22;drop--%22:name',
  'the star twice, and next to a column': 'GET /tasks?select=*,id,*',
  'a view is read like a table': 'GET /active_projects?select=name',
  'a row counted by name where there is no such column': 'GET /tasks?select=count',
  'a column the relation lacks': 'GET /tasks?select=nmae',
  'a type there is not': 'GET /tasks?select=id::nothing',
});
