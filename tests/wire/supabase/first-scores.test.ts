import { expect, test } from 'vitest';
import { startServer } from '../../harness/servers/server.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { databaseBefore } from './before-migration.ts';

test('scores from before scorecards are first ones, and who gave all of them has seen the others’', async () => {
  const server = await startServer();
  const { client, migrate } = await databaseBefore(server, '20261124040000_keep_scorecards.sql');
  await client.query(`
    insert into auth.users (id, email) values
      ('00000000-0000-4000-8000-000000000001', 'whole@lab.example'),
      ('00000000-0000-4000-8000-000000000002', 'half@lab.example');
    insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
    values ('Amber Sample', 'amber@builders.example', 'https://www.linkedin.com/in/amber', 'music', ${answersYes});
    insert into public.application_ratings (application_id, reviewer, criterion, score)
    select a.id, u.id, c.key, 4 from public.applications a cross join auth.users u cross join public.rating_criteria c
     where u.email like 'whole%' or c.key in ('craft', 'drive')`);
  await migrate();
  const { rows } = await client.query(
    `select u.email, c.overall, c.saw_at is not null as saw, c.first_scores
       from public.application_scorecards c join auth.users u on u.id = c.reviewer`,
  );
  expect(rows).toEqual([
    {
      email: 'whole@lab.example',
      overall: null,
      saw: true,
      first_scores: { craft: 4, product: 4, agents: 4, drive: 4 },
    },
  ]);
  const kept = await client.query(`select count(*)::integer as count from public.application_ratings`);
  expect(kept.rows).toEqual([{ count: 6 }]);
  await client.end();
  await server.stop();
}, 120_000);
