import { goldenTest } from './golden.ts';

goldenTest('logic', {
  'or of two': 'GET /tasks?or=(id.eq.1,name.eq.x)',
  'and, next to a filter': 'GET /tasks?and=(id.gt.1,id.lt.9)&name=eq.x',
  'or and and twice each': 'GET /tasks?or=(id.eq.1,id.eq.2)&or=(id.eq.3,id.eq.4)&and=(id.gt.0,id.lt.9)',
  'not before the parameter': 'GET /tasks?not.or=(id.eq.1,id.eq.2)&not.and=(id.eq.3,id.eq.4)',
  'trees within trees': 'GET /tasks?or=(id.eq.1,and(id.gt.5,not.or(name.eq.a,name.eq.b)))',
  'not within a tree': 'GET /tasks?or=(id.not.eq.1,name.not.is.null)',
  'a group of one keeps its parentheses': 'GET /tasks?or=(id.eq.1)',
  'lists, arrays and quotes keep their commas':
    'GET /projects?or=(id.in.(1,2),tags.cs.{a,b},name.eq."x,y)",name.in.("1,2",3))',
  'a value ends at the comma or parenthesis': 'GET /tasks?or=(name.eq.a b,name.eq.c.d)',
  'an operator with a quantifier or a language': 'GET /tasks?or=(name.like(any).{a*,b*},name.fts(english).x)',
  'a path into JSON': 'GET /projects?or=(meta->a->>b.eq.1,meta->0.is.null)',
  'spaces between the members': 'GET /tasks?or=(%20id.eq.1%20,%20and(id.eq.2,%20id.eq.3)%20)',
  'columns named and, or and not': 'GET /tasks?or=(and.eq.1)',
  'isdistinct in a tree': 'GET /projects?or=(mood.isdistinct.calm,active.is.unknown)',
  'a tree that never closes': 'GET /tasks?or=(id.eq.1',
  'a tree with more behind it': 'GET /tasks?or=(id.eq.1)x',
  'an empty tree': 'GET /tasks?or=()',
  'no parentheses at all': 'GET /tasks?and=id.eq.1',
  'a member without an operator': 'GET /tasks?or=(id)',
  'a bracket too many after a tree': 'GET /people?or=(id.eq.1,id.eq.2))',
  'an apostrophe after a tree': "GET /people?or=(id.eq.1)'",
  'a list of spaces in a tree': 'GET /people?or=(id.in.(  ),id.eq.3)',
});
