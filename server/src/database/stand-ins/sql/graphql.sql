-- pg_graphql's function, which refuses each call.
create schema if not exists graphql;
create schema if not exists graphql_public;
grant usage on schema graphql, graphql_public to postgres, anon, authenticated, service_role;

create function graphql.resolve(
  query text, variables jsonb default '{}', "operationName" text default null, extensions jsonb default null
) returns jsonb
language plpgsql set search_path = ''
as $$
begin
  raise exception 'GraphQL needs pg_graphql, which this PostgreSQL does not have.'
    using errcode = 'feature_not_supported';
end
$$;

create function graphql_public.graphql(
  "operationName" text default null, query text default null, variables jsonb default null,
  extensions jsonb default null
) returns jsonb
language sql set search_path = ''
as $$
  select graphql.resolve($2, $3, $1, $4)
$$;
