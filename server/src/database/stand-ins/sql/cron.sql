-- Jobs of pg_cron. They are stored, and nothing runs them.
create schema if not exists cron;
grant usage on schema cron to postgres;

create sequence cron.jobid_seq;
create sequence cron.runid_seq;

create table cron.job (
  jobid bigint primary key default nextval('cron.jobid_seq'),
  schedule text not null,
  command text not null,
  nodename text not null default 'localhost',
  nodeport integer not null default 5432,
  database text not null default current_database(),
  username text not null default current_user,
  active boolean not null default true,
  jobname text,
  unique (jobname, username)
);

create table cron.job_run_details (
  jobid bigint,
  runid bigint primary key default nextval('cron.runid_seq'),
  job_pid integer,
  database text,
  username text,
  command text,
  status text,
  return_message text,
  start_time timestamptz,
  end_time timestamptz
);

grant all on all tables in schema cron to postgres;
grant all on all sequences in schema cron to postgres;

create function cron.schedule_in_database(
  job_name text, schedule text, command text, database text, username text default null, active boolean default true
) returns bigint
language plpgsql set search_path = ''
as $$
declare
  given alias for $6;
  number bigint;
begin
  if not exists (select from cron.job) then
    raise warning 'cron.schedule stores jobs which nothing runs, because this PostgreSQL lacks pg_cron.'
      using errcode = 'feature_not_supported';
  end if;
  insert into cron.job (jobname, schedule, command, database, username, active)
  values ($1, $2, $3, coalesce($4, current_database()), coalesce($5, current_user), given)
  on conflict on constraint job_jobname_username_key do update
  set schedule = excluded.schedule, command = excluded.command, database = excluded.database,
    active = excluded.active
  returning jobid into number;
  return number;
end
$$;

create function cron.schedule(job_name text, schedule text, command text) returns bigint
language sql set search_path = ''
as $$
  select cron.schedule_in_database($1, $2, $3, null)
$$;

create function cron.schedule(schedule text, command text) returns bigint
language sql set search_path = ''
as $$
  select cron.schedule_in_database(null, $1, $2, null)
$$;

create function cron.alter_job(
  job_id bigint, schedule text default null, command text default null, database text default null,
  username text default null, active boolean default null
) returns void
language sql set search_path = ''
as $$
  update cron.job
  set schedule = coalesce($2, job.schedule), command = coalesce($3, job.command),
    database = coalesce($4, job.database), username = coalesce($5, job.username), active = coalesce($6, job.active)
  where jobid = $1
$$;

create function cron.unschedule(job_id bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  delete from cron.job where jobid = job_id;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_id;
  end if;
  return true;
end
$$;

create function cron.unschedule(job_name text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  delete from cron.job where jobname = job_name and username = current_user;
  if not found then
    raise exception 'could not find valid entry for job ''%''', job_name;
  end if;
  return true;
end
$$;

revoke all on all functions in schema cron from public;
grant execute on all functions in schema cron to postgres;
