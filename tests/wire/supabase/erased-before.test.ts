import { expect, test } from 'vitest';
import { startServer } from '../../harness/servers/server.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { databaseBefore } from './before-migration.ts';

const BATCH = '00000000-0000-4000-8000-0000000000b1';
const MEMBER = '00000000-0000-4000-8000-000000000001';

test('what only a person does is told of a former member, also where they were erased before it was', async () => {
  const server = await startServer();
  const { client, migrate } = await databaseBefore(server, '20261126020400_tell_members_erased_before.sql');
  await client.query(`
    insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
    values ('Amber Sample', 'amber@builders.example', 'https://www.linkedin.com/in/amber', 'music', ${answersYes});
    insert into public.review_batches (id, actor, change) values ('${BATCH}', '${MEMBER}', '{"status": "in_review"}');
    insert into public.application_events (application_id, actor, actor_email, kind, batch_id)
    select a.id, event.actor::uuid, event.email, event.kind, event.batch::uuid
      from public.applications a
     cross join (values
       (1, null, null, 'noted', null),
       (2, null, null, 'moved', '${BATCH}'),
       (3, null, null, 'moved', null),
       (4, null, null, 'bounced', null),
       (5, null, null, 'mailed', null),
       (6, '${MEMBER}', 'here@lab.example', 'noted', null),
       (7, null, 'sample-reviewer@lab.example', 'moved', null)
     ) as event (place, actor, email, kind, batch)
     order by event.place`);
  await migrate();
  const { rows } = await client.query<{ kind: string; actor_email: string | null }>(
    'select kind, actor_email from public.application_events order by id',
  );
  expect(rows.map(({ kind, actor_email: email }) => [kind, email])).toEqual([
    ['noted', ''],
    ['moved', ''],
    ['moved', null],
    ['bounced', null],
    ['mailed', null],
    ['noted', 'here@lab.example'],
    ['moved', 'sample-reviewer@lab.example'],
  ]);
  await client.end();
  await server.stop();
}, 120_000);
