import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { sampleApplication } from '../../tests/harness/applicant.ts';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { median, rounded } from '../support/numbers.ts';

const ROUNDS = 9;
const INSERTS = 400;

/** The table without what a product adds to it: its columns, its constraints, and the three keys that are unique. */
const BARE_TABLE = `
  create table public.bare (like public.applications including defaults including constraints);
  alter table public.bare
    add primary key (id),
    add foreign key (assignee) references public.user_roles (user_id) on delete set null,
    add foreign key (questions_version) references public.question_sets (version);
  create unique index on public.bare ((case when archived_at is null then lower(email collate "C") end));
  create unique index on public.bare ((case when archived_at is null then linkedin_profile end));
  alter table public.bare enable row level security;
  create policy "anyone may apply" on public.bare for insert to anon with check (true);
  grant insert on public.bare to anon`;

/** What a request leaves for the triggers: they read its headers. */
const request = {
  'request.headers': JSON.stringify({ host: 'localhost', 'content-type': 'application/json' }),
  'request.jwt.claims': JSON.stringify({ role: 'anon' }),
};

/**
 * INSERT of an application into its table beside the same INSERT into a bare one, as a visitor, each committed: the processor
 * time of the PostgreSQL that runs both in turn. `ratio`: the bare table's against the real one's.
 */
export async function measureInSql(server: TestServer): Promise<object> {
  await server.sql(BARE_TABLE);
  const client = await visitorOf(server);
  const [{ pid }] = (await client.query('select pg_backend_pid() as pid')).rows as [{ pid: number }];
  const rounds: { bareMs: number; realMs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const bareMs = await insert(client, pid, 'bare');
    const realMs = await insert(client, pid, 'applications');
    // The first one plans.
    if (round > 0) rounds.push({ bareMs, realMs });
  }
  await client.end();
  await server.sql('drop table public.bare');
  const figures = {
    ratio: rounded(median(rounds.map(({ bareMs, realMs }) => bareMs / realMs))),
    bareMs: rounded(median(rounds.map(({ bareMs }) => bareMs))),
    realMs: rounded(median(rounds.map(({ realMs }) => realMs))),
  };
  console.log(
    `  INSERT in SQL: ${figures.realMs} ms, into a bare table ${figures.bareMs} ms, ratio ${figures.ratio}`,
  );
  return figures;
}

async function visitorOf({ databaseUrl }: TestServer): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  for (const [name, value] of Object.entries(request)) {
    await client.query('select set_config($1, $2, false)', [name, value]);
  }
  await client.query("set solostead.limits = 'off'");
  await client.query('set role anon');
  return client;
}

/** Milliseconds of the backend's processor time for one INSERT. */
async function insert(client: Client, pid: number, table: 'bare' | 'applications'): Promise<number> {
  const keys = Object.keys(sampleApplication());
  // What a trigger makes of the address is given to the table without triggers.
  const columns = table === 'bare' ? [...keys, 'linkedin_profile'] : keys;
  const places = columns.map((_, at) => `$${at + 1}`).join(', ');
  const text = `insert into public.${table} (${columns.join(', ')}) values (${places})`;
  const before = nanoseconds(pid);
  for (let inserted = 0; inserted < INSERTS; inserted += 1) {
    const row = sampleApplication();
    const profile = row.linkedin?.split('/').at(-1);
    const values = table === 'bare' ? [...Object.values(row), profile] : Object.values(row);
    await client.query({ name: table, text, values });
  }
  return (nanoseconds(pid) - before) / 1e6 / INSERTS;
}

/** Processor time that a process has used so far, as Linux tells it. */
const nanoseconds = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
