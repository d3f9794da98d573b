interface OddProject {
  /** The files of `supabase/`. */
  readonly files: Readonly<Record<string, string>>;
  /** The result of the function `tries`. */
  readonly expected: string;
}

/** Projects by name. */
export const oddProjects: Readonly<Record<string, OddProject>> = {
  'policies of storage with its functions, keys and views': {
    files: {
      'migrations/20260101000000_a.sql': `
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, avif_autodetection)
  values ('docs', 'docs', false, 5242880, array['image/png', 'application/pdf'], false)
  on conflict (id) do update set public = excluded.public;
update storage.buckets set public = true where id = 'docs';
alter table storage.objects enable row level security;
create policy "Own folder" on storage.objects for all to authenticated
  using (bucket_id = 'docs' and (storage.foldername(name))[1] = (select auth.uid()::text))
  with check (bucket_id = 'docs' and storage.extension(name) in ('png', 'pdf') and storage.filename(name) !~ '^\\.');
create policy "Read" on storage.objects as restrictive for select using (auth.role() is not null and owner_id is null);
create policy "Buckets" on storage.buckets for select to anon using (true);
create table public.files (
  id uuid primary key references storage.objects (id) on delete cascade,
  bucket text not null default 'docs' references storage.buckets (id)
);
create function public.note_file() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.files (id, bucket) values (new.id, new.bucket_id);
  return new;
end $$;
create trigger note_file after insert on storage.objects for each row execute function public.note_file();
create view public.paths with (security_invoker = true) as
  select o.id, o.name, o.path_tokens, o.metadata ->> 'size' as size from storage.objects o;
create index if not exists objects_by_folder on storage.objects ((split_part(name, '/', 1)));
insert into storage.objects (bucket_id, name, owner, metadata) values ('docs', 'a/b.png', null, '{"size": 3}');
create function public.tries() returns text language sql security definer as $$
  select (select count(*) from public.files) || ' ' || (select array_to_string(storage.foldername(name), ',') from storage.objects)
    || ' ' || storage.filename('a/b.png') || ' ' || storage.extension('a/b.png') $$;
grant execute on function public.tries to anon;
drop policy if exists "Read" on storage.objects;
`,
    },
    expected: '1 a b.png png',
  },
  'jobs of pg_cron in all their forms': {
    files: {
      'migrations/20260101000000_a.sql': `
create extension if not exists pg_cron with schema pg_catalog;
grant usage on schema cron to postgres;
grant all privileges on all tables in schema cron to postgres;
select cron.schedule('nightly', '0 3 * * *', $$ delete from public.gone $$);
select cron.schedule('*/5 * * * *', 'vacuum');
select cron.schedule(job_name := 'named', schedule := '30 seconds', command := 'select 1');
select cron.schedule('nightly', '0 4 * * *', $$ select 2 $$);
select cron.schedule_in_database('other', '0 1 * * *', 'select 1', current_database());
select cron.alter_job((select jobid from cron.job where jobname = 'named'), active := false);
select cron.unschedule(jobid) from cron.job where jobname = 'other';
do $$ begin
  if exists (select 1 from cron.job where jobname = 'nothing') then perform cron.unschedule('nothing'); end if;
  perform cron.unschedule('never') ;
exception when others then raise notice '%', sqlerrm;
end $$;
delete from cron.job_run_details where end_time < now() - interval '1 day';
create function public.tries() returns text language sql security definer as $$
  select string_agg(coalesce(jobname, '-') || ' ' || schedule || ' ' || active, ', ' order by jobid) from cron.job $$;
`,
    },
    expected: 'nightly 0 4 * * * true, - */5 * * * * true, named 30 seconds false',
  },
  'secrets of the vault that are changed, read by a view and used by a job': {
    files: {
      'migrations/20260101000000_a.sql': `
create extension if not exists supabase_vault with schema vault;
create extension if not exists pg_net;
create extension if not exists pg_cron;
select vault.create_secret('https://project.example.org', 'project_url');
select vault.create_secret(new_secret => 'key', new_name => 'key', new_description => 'The key');
select vault.update_secret((select id from vault.secrets where name = 'key'), 'other key', 'key', 'changed');
insert into vault.secrets (name, secret) values ('plain', 'x') returning id;
delete from vault.secrets where name = 'plain';
select cron.schedule('invoke', '* * * * *', $$
  select net.http_post(
    url := (select decrypted_secret from vault.decrypted_secrets where name = 'project_url') || '/functions/v1/x',
    headers := jsonb_build_object('Authorization', 'Bearer ' || (select decrypted_secret from vault.decrypted_secrets where name = 'key')),
    body := concat('{"time": "', now(), '"}')::jsonb
  ) as request_id $$);
create function public.tries() returns text language plpgsql security definer set search_path = '' as $$
declare found text;
begin
  select decrypted_secret into found from vault.decrypted_secrets where name = 'key' limit 1;
  return found || ' ' || (select count(*) from vault.secrets) || ' ' || (select description from vault.secrets where name = 'key');
end $$;
revoke all on function public.tries from public;
grant execute on function public.tries to anon, authenticated;
`,
    },
    expected: 'other key 2 changed',
  },
  'a publication that is made again, and broadcasts from triggers': {
    files: {
      'migrations/20260101000000_a.sql': `
create table public.rooms (id bigint generated always as identity primary key, name text);
create table public.messages (id bigint generated always as identity primary key, room bigint references public.rooms, body text);
alter table public.messages replica identity full;
begin;
  drop publication if exists supabase_realtime;
  create publication supabase_realtime;
commit;
alter publication supabase_realtime add table public.rooms, public.messages;
alter publication supabase_realtime drop table public.rooms;
do $$ begin
  if not exists (select 1 from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'rooms') then
    alter publication supabase_realtime add table public.rooms;
  end if;
end $$;
alter publication supabase_realtime set (publish = 'insert, update');
create function public.announce() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.broadcast_changes('room:' || coalesce(new.room, old.room)::text, tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
  perform realtime.send(jsonb_build_object('id', new.id), 'made', 'room', true);
  return null;
end $$;
create trigger announce after insert or update or delete on public.messages for each row execute function public.announce();
create policy "Members" on realtime.messages for select to authenticated
  using (realtime.topic() like 'room:%' and realtime.messages.extension in ('broadcast', 'presence'));
create policy "Writers" on "realtime"."messages" as permissive for insert to authenticated with check ((select realtime.topic()) = 'room:1');
alter table realtime.messages enable row level security;
insert into public.rooms (name) values ('a');
insert into public.messages (room, body) values (1, 'hello');
create function public.tries() returns text language sql security definer as $$
  select string_agg(tablename, ',' order by tablename) from pg_publication_tables where pubname = 'supabase_realtime' $$;
`,
    },
    expected: 'messages,rooms',
  },
  'requests of pg_net and webhooks of the dashboard': {
    files: {
      'migrations/20260101000000_a.sql': `
create extension if not exists "pg_net" with schema "extensions";
create table public.orders (id bigint generated always as identity primary key, total int);
create trigger "on-order" after insert or update on public.orders for each row
  execute function supabase_functions.http_request('http://host.docker.internal:54321/functions/v1/order', 'POST',
    '{"Content-type":"application/json","Authorization":"Bearer x"}', '{}', '5000');
create function public.call() returns trigger language plpgsql security definer as $$
declare request bigint;
begin
  select net.http_get('https://example.org/a', jsonb_build_object('id', new.id), '{"accept": "text/plain"}'::jsonb, 2000) into request;
  select net.http_delete(url := 'https://example.org/b') into request;
  select "net"."http_post"(url := 'https://example.org/c', body := to_jsonb(new), params := '{}'::jsonb,
    headers := '{"Content-Type": "application/json"}'::jsonb, timeout_milliseconds := 1000) into request;
  return new;
end $$;
create trigger call after insert on public.orders for each row execute function public.call();
insert into public.orders (total) values (1);
create view public.answers as select id, status_code, content::jsonb, error_msg from net._http_response where status_code is null;
grant usage on schema net to anon, authenticated, service_role;
create function public.tries() returns text language sql security definer as $$
  select count(*) || ' ' || (select count(*) from net._http_response) || ' ' || count(distinct method) from net.http_request_queue $$;
`,
    },
    expected: '4 0 3',
  },
  'grants to the roles and settings of a hosted project': {
    files: {
      'migrations/20260101000000_a.sql': `
set statement_timeout = 0;
set lock_timeout = 0;
set idle_in_transaction_session_timeout = 0;
set client_encoding = 'UTF8';
set standard_conforming_strings = on;
select pg_catalog.set_config('search_path', '', false);
set check_function_bodies = false;
set xmloption = content;
set client_min_messages = warning;
set row_security = off;
comment on schema "public" is 'standard public schema';
create extension if not exists "pg_graphql" with schema "graphql";
create extension if not exists "pg_stat_statements" with schema "extensions";
create extension if not exists "pgcrypto" with schema "extensions";
create extension if not exists "uuid-ossp" with schema "extensions";
create extension if not exists "moddatetime" with schema "extensions";
create type "public"."kind" as enum ('a', 'b');
alter type "public"."kind" owner to "postgres";
set default_tablespace = '';
set default_table_access_method = "heap";
create table if not exists "public"."things" (
  "id" uuid default extensions.uuid_generate_v4() not null, "kind" public.kind, "updated_at" timestamptz default now()
);
alter table "public"."things" owner to "postgres";
alter table only "public"."things" add constraint "things_pkey" primary key ("id");
create trigger handle_updated_at before update on public.things for each row execute procedure extensions.moddatetime (updated_at);
comment on table public.things is e'@graphql({"totalCount": {"enabled": true}})';
create function public.tries() returns text language plpgsql as $$
begin
  insert into public.things (kind) values ('a');
  update public.things set kind = 'b';
  return (select kind::text from public.things limit 1);
end $$;
alter function "public"."tries"() owner to "postgres";
grant usage on schema "public" to "postgres", "anon", "authenticated", "service_role";
grant all on function "public"."tries"() to "anon";
grant all on table "public"."things" to "anon";
grant select on table public.things to dashboard_user, supabase_admin, supabase_auth_admin, supabase_storage_admin, authenticator;
alter default privileges for role "postgres" in schema "public" grant all on tables to "anon";
alter default privileges for role "postgres" in schema "public" grant all on sequences to "service_role";
alter role authenticator set pgrst.db_max_rows = '100';
notify pgrst, 'reload config';
alter database postgres set "app.settings.jwt_secret" to 'x';
reset all;
`,
    },
    expected: 'b',
  },
  'hooks, queues and helpers that are only named': {
    files: {
      'config.toml': `[auth.hook.custom_access_token]
enabled = false
uri = "pg-functions://postgres/public/custom_access_token_hook"
[api]
schemas = ["public", "graphql_public"]
`,
      'migrations/20260101000000_a.sql': `
create or replace function public.custom_access_token_hook(event jsonb) returns jsonb language plpgsql stable as $$
begin return jsonb_set(event, '{claims,plan}', '"gold"'); end $$;
grant usage on schema public to supabase_auth_admin;
grant execute on function public.custom_access_token_hook to supabase_auth_admin;
revoke execute on function public.custom_access_token_hook from authenticated, anon, public;
create table public.members (id uuid primary key references auth.users on delete cascade, session uuid references auth.sessions (id) on delete set null);
grant all on table public.members to supabase_auth_admin;
create policy "Auth reads" on public.members as permissive for select to supabase_auth_admin using (true);
alter table public.members enable row level security;
create function public.tries() returns text language sql stable as $$
  select coalesce(auth.uid()::text, auth.role(), 'none') || ' ' || coalesce(auth.jwt() ->> 'role', '-') || ' ' || coalesce(auth.email(), '-') $$;
create view public.identities with (security_invoker = on) as select provider from auth.identities;
create function public.ask(query text) returns jsonb language sql as $$ select graphql_public.graphql(query => query) $$;
`,
    },
    expected: 'anon anon -',
  },
};

/** A project whose seed is a dump with a person of this id. */
export const seedOfDump = (id: string): Readonly<Record<string, string>> => ({
  'config.toml': '[db.seed]\nenabled = true\nsql_paths = ["./seeds/*.sql"]\n',
  'migrations/20260101000000_a.sql': `create table public.books (id bigint generated by default as identity primary key, title text, tags text[], price numeric);
        create table public."Mixed Case" ("a B" text, note text);`,
  'seeds/10_data.sql': `\\restrict abcDEF123
SET session_replication_role = replica;
SET transaction_timeout = 0;
--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--
COPY "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "confirmation_token", "is_sso_user", "is_anonymous") FROM stdin;
00000000-0000-0000-0000-000000000000\t${id}\tauthenticated\tauthenticated\tada@example.org\t\\N\t2026-01-01 00:00:00+00\t{"provider": "email", "providers": ["email"]}\t{"name": "Ada \\\\"A\\\\""}\t\\N\t2026-01-01 00:00:00+00\t2026-01-01 00:00:00+00\t\tf\tf
\\.
COPY public.books (id, title, tags, price) FROM stdin WITH (FORMAT csv, HEADER);
id,title,tags,price
1,"A ""title"", with; signs","{a,b}",1.50
2,,"{}",
\\.
COPY public."Mixed Case" ("a B", note) FROM stdin;
tab\\there\t\\N
\\.
COPY public."Mixed Case" FROM stdin;
\\.
COPY storage.buckets (id, name, public) FROM stdin;
a\ta\tt
\\.
SELECT pg_catalog.setval(pg_get_serial_sequence('public.books', 'id'), 40, true);
RESET ALL;
\\unrestrict abcDEF123
`,
  'seeds/20_more.sql': `insert into public.books (title) values ('next');`,
});

/** A project with functions in odd folders. */
export const oddFolders: Readonly<Record<string, string>> = {
  'config.toml': `[functions.elsewhere]
verify_jwt = false
entrypoint = "./functions/elsewhere/src/main.ts"
${['reads', 'deep_name', 'my-hyphen'].map((name) => `[functions.${name}]\nverify_jwt = false\n`).join('')}`,
  'lib/words.ts': `export const word: string = 'lib';`,
  'functions/_shared/nested/deep/value.js': `export default 'deep';`,
  'functions/_shared/data.json': `{"from": "json"}`,
  'functions/elsewhere/src/main.ts': `import { word } from '../../../lib/words.ts';
import deep from '../../_shared/nested/deep/value.js';
export default { fetch: () => new Response(word + ' ' + deep) };`,
  'functions/reads/notes.txt': 'a note',
  'functions/reads/index.ts': `import { readFile } from 'node:fs/promises';
import data from '../_shared/data.json' with { type: 'json' };
export default { fetch: async () => new Response((await readFile(new URL('./notes.txt', import.meta.url), 'utf8')) + ' ' + data.from) };`,
  'functions/deep_name/index.ts': `export default { fetch: async () => new Response((await import('./lazy.ts')).lazy) };`,
  'functions/deep_name/lazy.ts': `export const lazy = 'lazy';`,
  'functions/my-hyphen/index.ts': `import { word as text } from '../deep_name/../../lib/words.ts';
export default { fetch: (request: Request) => new Response(text + new URL(request.url).pathname) };`,
  'functions/tests/notes.md': 'no function',
  'functions/.vscode/settings.json': '{}',
};
