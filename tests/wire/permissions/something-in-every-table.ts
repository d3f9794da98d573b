import { applied } from '../../harness/applicant.ts';
import type { TestServer } from '../../harness/servers/server.ts';
import { perform } from './attempts.ts';
import type { Standing } from './people.ts';

/** Has an admin work on one application, so that every table holds a row that others must not see. */
export async function putSomethingInEveryTable(server: TestServer, admin: Standing): Promise<void> {
  const row = await applied(server);
  const id = await server.value<string>('select id from public.applications');
  await server.sql`insert into public.application_evidence (application_id, link, words)
    values (${id}, 'https://one.example', 'One thing')`;
  await server.sql`insert into public.application_earlier_scorecards (application_id, round, reviewer, scores)
    select ${id}, 1, r.user_id, '{"craft": 3}' from public.user_roles r limit 1`;
  await perform(server, admin, `select public.review_note_add('${id}', 'A note', '{}')`);
  const noteId = await server.value<string>('select id from public.application_notes');
  const work = [
    `select public.review_note_edit('${noteId}', 1, 'Another note', '{}')`,
    `select public.review_export('{"search": "${row.name} of the log"}')`,
    `select public.review_reply_add('${id}', 'An answer')`,
    `select public.review_booking_link_save('https://book.example.org/me')`,
    `select public.review_rate('${id}', (select key from public.rating_criteria limit 1), 4)`,
    `select public.review_rate_overall('${id}', true)`,
    `select public.review_change_many(ids => array['${id}'::uuid], change => '{"add_tag": "sample"}')`,
    `select public.review_change_many(ids => array['${id}'::uuid], change => '{"status": "in_review"}')`,
    `select public.review_terms_save((select version from public.lab_terms), 12, 1, 6, 1, 24, 3, 12)`,
    `insert into public.saved_views (name, view, shared) values ('Mine', '{"status": "submitted"}', true)`,
  ];
  for (const statement of work) await perform(server, admin, statement);
  // After the edit, because a note's mentions go with their words.
  await server.sql`insert into public.note_mentions (note_id, application_id, member_id)
     select ${noteId}, ${id}, r.user_id from public.user_roles r limit 1`;
}
