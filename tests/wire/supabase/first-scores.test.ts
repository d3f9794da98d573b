import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startServer } from '../../harness/servers/server.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';

const root = join(import.meta.dirname, '../../..');
const platform = join(root, 'server/src/database/platform');
const migrations = join(root, 'supabase/migrations');
const SCORECARDS = '20261124040000_keep_scorecards.sql';

test('scores from before scorecards are first ones, and who gave all of them has seen the others’', async () => {
  const server = await startServer();
  await server.sql('create database before_scorecards');
  const url = new URL(server.databaseUrl);
  url.pathname = '/before_scorecards';
  const client = new pg.Client(url.href);
  await client.connect();
  const apply = async (folder: string, isWanted: (file: string) => boolean) => {
    for (const file of readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort())
      if (isWanted(file)) await client.query(`begin;\n${readFileSync(join(folder, file), 'utf8')};\ncommit`);
  };
  await apply(platform, () => true);
  await apply(migrations, (file) => file < SCORECARDS);
  await client.query(`
    insert into auth.users (id, email) values
      ('00000000-0000-4000-8000-000000000001', 'whole@lab.example'),
      ('00000000-0000-4000-8000-000000000002', 'half@lab.example');
    insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
    values ('Amber Sample', 'amber@builders.example', 'https://www.linkedin.com/in/amber', 'music', ${answersYes});
    insert into public.application_ratings (application_id, reviewer, criterion, score)
    select a.id, u.id, c.key, 4 from public.applications a cross join auth.users u cross join public.rating_criteria c
     where u.email like 'whole%' or c.key in ('craft', 'drive')`);
  await apply(migrations, (file) => file >= SCORECARDS);
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
