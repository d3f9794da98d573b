-- Supabase's storage service has no counterpart here. Its tables accept rows, and policies and functions may name them.
create schema if not exists storage;
grant usage on schema storage to postgres, anon, authenticated, service_role;

create type storage.buckettype as enum ('STANDARD', 'ANALYTICS', 'VECTOR');

create table storage.buckets (
  id text primary key,
  name text not null unique,
  owner uuid,
  owner_id text,
  public boolean default false,
  avif_autodetection boolean default false,
  file_size_limit bigint,
  allowed_mime_types text[],
  type storage.buckettype not null default 'STANDARD',
  created_at timestamptz default now(),
  updated_at timestamptz default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text references storage.buckets,
  name text,
  owner uuid,
  owner_id text,
  metadata jsonb,
  user_metadata jsonb,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored,
  level integer,
  version text,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(),
  unique (bucket_id, name)
);

create table storage.prefixes (
  bucket_id text references storage.buckets,
  name text,
  level integer,
  created_at timestamptz default now(),
  updated_at timestamptz default now(),
  primary key (bucket_id, level, name)
);

create table storage.migrations (
  id integer primary key,
  name varchar(100) not null unique,
  hash varchar(40) not null,
  executed_at timestamp default now()
);

create table storage.s3_multipart_uploads (
  id text primary key,
  in_progress_size bigint not null default 0,
  upload_signature text not null,
  bucket_id text not null references storage.buckets,
  key text not null,
  version text not null,
  owner_id text,
  user_metadata jsonb,
  created_at timestamptz not null default now()
);

create table storage.s3_multipart_uploads_parts (
  id uuid primary key default gen_random_uuid(),
  upload_id text not null references storage.s3_multipart_uploads on delete cascade,
  size bigint not null default 0,
  part_number integer not null,
  bucket_id text not null references storage.buckets,
  key text not null,
  etag text not null,
  owner_id text,
  version text not null,
  created_at timestamptz not null default now()
);

do $$
declare
  relation regclass;
begin
  for relation in select oid from pg_catalog.pg_class where relnamespace = 'storage'::regnamespace and relkind = 'r' loop
    execute format('alter table %s enable row level security', relation);
  end loop;
end
$$;

grant all on storage.buckets, storage.objects to postgres, anon, authenticated, service_role;
grant select on storage.s3_multipart_uploads, storage.s3_multipart_uploads_parts, storage.prefixes
  to anon, authenticated;
grant all on all tables in schema storage to postgres, service_role;

-- The folders of a path, without its file.
create function storage.foldername(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select (string_to_array(name, '/'))[1:cardinality(string_to_array(name, '/')) - 1]
$$;

create function storage.filename(name text) returns text
language sql immutable set search_path = ''
as $$
  select (string_to_array(name, '/'))[cardinality(string_to_array(name, '/'))]
$$;

create function storage.extension(name text) returns text
language sql immutable set search_path = ''
as $$
  select split_part(storage.filename(name), '.', -1)
$$;

create function storage.get_level(name text) returns integer
language sql immutable set search_path = ''
as $$
  select cardinality(string_to_array(name, '/'))
$$;

create function storage.operation() returns text
language sql stable set search_path = ''
as $$
  select current_setting('storage.operation', true)
$$;

create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
language plpgsql stable set search_path = ''
as $$
begin
  raise exception 'storage.search needs Supabase Storage, which this server does not have.'
    using errcode = 'feature_not_supported';
end
$$;
