import { goldenTest } from './golden.ts';

goldenTest('embeds', {
  'one to one is a row from either side': 'GET /projects?select=id,project_details(body)',
  'the junction itself is a list': 'GET /people?select=name,assignments(hours,tasks(name))',
  'a hint: the column at the other end': 'GET /people?select=name,messages!sender_id(body)',
  'a hint: the junction': 'GET /people?select=tasks!assignments(name)',
  'inner on a list keeps the rows whose list is not empty': 'GET /clients?select=id,projects!inner(id)',
  'a hint and a join, in either order':
    'GET /messages?select=a:people!messages_sender_fkey!inner(id),b:people!inner!messages_recipient_fkey(id)',
  'a key of several columns': 'GET /compound_children?select=id,compound(note)',
  'a relation to itself with the column for a hint': 'GET /folders?select=name,below:folders!parent_id(name)',
  'to a view that shows the key, by its own name': 'GET /projects?select=id,renamed_tasks(task)',
  'to a view that computes nothing of the key': 'GET /projects?select=id,task_counts(tasks)',
  'nothing selected of it: only its presence counts': 'GET /projects?select=id,clients!inner()',
  'a name with the characters of SQL for an alias':
    'GET /projects?select=%22x%22%22y%22:id,%22a%5C%22b%22:clients(name)',
  'more than one from the other side': 'GET /people?select=*,messages(*)',
  'no relationship, and a hint of the name that is near': 'GET /projects?select=*,client(*)',
  'a hint that leads nowhere': 'GET /projects?select=clients!nowhere(*)',
  'a relationship with another schema is not found': 'GET /projects?select=applications(*)',
});
