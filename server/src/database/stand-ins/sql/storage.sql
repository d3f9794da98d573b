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

-- Tables that dumps of newer projects grant rights on.
create table storage.buckets_analytics (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  type storage.buckettype not null default 'ANALYTICS',
  format text not null default 'ICEBERG',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

create table storage.buckets_vectors (
  id text primary key,
  type storage.buckettype not null default 'VECTOR',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.vector_indexes (
  id text primary key default gen_random_uuid()::text,
  name text not null,
  bucket_id text not null references storage.buckets_vectors,
  data_type text not null,
  dimension integer not null,
  distance_metric text not null,
  metadata_configuration jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.iceberg_namespaces (
  id uuid primary key default gen_random_uuid(),
  bucket_name text not null,
  name text not null,
  metadata jsonb not null default '{}',
  catalog_id uuid references storage.buckets_analytics on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table storage.iceberg_tables (
  id uuid primary key default gen_random_uuid(),
  namespace_id uuid not null references storage.iceberg_namespaces on delete cascade,
  bucket_name text not null,
  name text not null,
  location text not null,
  remote_table_id text,
  shard_key text,
  shard_id text,
  catalog_id uuid references storage.buckets_analytics on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
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

create function storage.get_prefix(name text) returns text
language sql immutable set search_path = ''
as $$
  select coalesce(nullif(array_to_string(storage.foldername(name), '/'), '') || '/', '')
$$;

create function storage.get_prefixes(name text) returns text[]
language sql immutable set search_path = ''
as $$
  select array(
    select array_to_string((storage.foldername(name))[1:place], '/')
    from generate_series(1, cardinality(storage.foldername(name))) place
  )
$$;

create function storage.update_updated_at_column() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at = now();
  return new;
end
$$;

-- Functions of triggers that the storage service makes, which dumps may make again. They let every change pass.
do $$
declare
  name text;
begin
  foreach name in array '{objects_insert_prefix_trigger, objects_update_prefix_trigger, prefixes_insert_trigger,
    objects_delete_cleanup, objects_update_cleanup, objects_update_level_trigger, prefixes_delete_cleanup,
    delete_prefix_hierarchy_trigger, protect_delete, enforce_bucket_name_length}'::text[]
  loop
    execute format(
      'create function storage.%I() returns trigger language plpgsql set search_path = '''' '
        'as ''begin return coalesce(new, old); end''',
      name
    );
  end loop;
end
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
