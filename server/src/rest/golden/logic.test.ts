import { goldenTest } from './golden.ts';

goldenTest('logic', {
  'or and and twice each': 'GET /tasks?or=(id.eq.1,id.eq.2)&or=(id.eq.3,id.eq.4)&and=(id.gt.0,id.lt.9)',
  'trees within trees': 'GET /tasks?or=(id.eq.1,and(id.gt.5,not.or(name.eq.a,name.eq.b)))',
  'a group of one keeps its parentheses': 'GET /tasks?or=(id.eq.1)',
  'a value ends at the comma or parenthesis': 'GET /tasks?or=(name.eq.a b,name.eq.c.d)',
  'an operator with a quantifier or a language': 'GET /tasks?or=(name.like(any).{a*,b*},name.fts(english).x)',
  'a path into JSON': 'GET /projects?or=(meta->a->>b.eq.1,meta->0.is.null)',
  'columns named and, or and not': 'GET /tasks?or=(and.eq.1)',
  'isdistinct in a tree': 'GET /projects?or=(mood.isdistinct.calm,active.is.unknown)',
  'a tree with more behind it': 'GET /tasks?or=(id.eq.1)x',
  'no parentheses at all': 'GET /tasks?and=id.eq.1',
  'a member without an operator': 'GET /tasks?or=(id)',
  'a bracket too many after a tree': 'GET /people?or=(id.eq.1,id.eq.2))',
  'a list of spaces in a tree': 'GET /people?or=(id.in.(  ),id.eq.3)',
});
