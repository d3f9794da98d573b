import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { applicationQuestions } from '@solostead/contract/questions';

const [file = ''] = globSync(join(import.meta.dirname, '../../supabase/migrations/*_applications.sql'));

/** The product's table with its constraints and the functions they call. */
function declaredTable(): string {
  const [, rules, table] =
    /\n(create function private\.[\s\S]*?)(create table public\.applications \(\n[\s\S]*?constraint applications_questions_check check \(.*\)),\n/.exec(
      readFileSync(file, 'utf8'),
    ) ?? [];
  if (!rules || !table) {
    throw new Error(`${file} declares the table in another form: adapt bench/peers/schema.ts`);
  }
  return `create schema private;
grant usage on schema private to anon, authenticated, service_role;
${rules}${table}
);
`;
}

const REST = `
create unique index applications_email_key on public.applications (lower(email));
create unique index applications_linkedin_key on public.applications (lower(linkedin));
create index applications_created_at_idx on public.applications (created_at desc, id);
alter table public.applications enable row level security;
create policy "anyone may apply" on public.applications for insert to anon, authenticated with check (true);
create policy "members read" on public.applications for select to authenticated using (true);
grant insert on table public.applications to anon, authenticated;
grant select on table public.applications to authenticated;
grant select, insert, update, delete on table public.applications to service_role;
`;

/** The table of applications without the lab's triggers: every CHECK, three unique keys, row-level security. */
export const wholeSchema = (): string => `${declaredTable()}${REST}`;

/** The part of it that the peer can translate to SQLite: lengths, but no regular expressions. */
export const schemaForSqlite = (): string => `create table public.applications (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name varchar(200) not null,
  email varchar(254) not null,
  linkedin varchar(300),
  sectors varchar(1000) not null,
  ${applicationQuestions.map((question) => `${question} boolean not null`).join(', ')},
  constraint applications_questions_check check (${applicationQuestions.join(' and ')})
);
${REST}`;
