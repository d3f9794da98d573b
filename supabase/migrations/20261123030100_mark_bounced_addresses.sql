-- Addresses that bounce are marked, and mails to them are held.

alter table public.applications add column email_bounced_at timestamptz;

alter table public.application_mails
  drop constraint application_mails_state_check,
  add constraint application_mails_state_check
    check (state in ('due', 'sending', 'sent', 'failed', 'dropped', 'held'));

-- More kinds of history, beside those that are there.
do $$
declare
  known text;
begin
  select string_agg(kind[1], ', ' order by at) into known
    from pg_constraint c
   cross join regexp_matches(pg_get_constraintdef(c.oid), '''[a-z_]+''', 'g') with ordinality as found (kind, at)
   where c.conrelid = 'public.application_events'::regclass and c.conname = 'application_events_kind_check';
  alter table public.application_events drop constraint application_events_kind_check;
  execute format(
    'alter table public.application_events add constraint application_events_kind_check check (kind in (%s, ''bounced'', ''bounce_cleared''))', known);
end
$$;

-- Bounces. A marked address is one that a mail server refused for good, or of which a reviewer says that a mail came back.
-- While it is marked every mail to it is held but two kinds: the lab's own, and a confirmation mail that the applicant asks
-- for, of which there are five at most and which is not tried again by itself.

create function private.hold_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  perform from public.applications a where a.id = new.application_id and a.email_bounced_at is not null;
  if found then
    new.state := 'held';
  end if;
  return new;
end
$$;

create trigger hold_mail
  before insert or update of state on public.application_mails
  for each row when (new.state = 'due' and new.kind not in ('confirmation', 'lab') and new.topic is distinct from 'corrected')
  execute function private.hold_mail();

-- Marks an application's address and holds what waits for it; true unless it was marked before.
create function private.mark_bounced(of_application uuid, reason text) returns boolean
language plpgsql
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  update public.applications a set email_bounced_at = now()
   where a.id = of_application and a.email_bounced_at is null;
  if not found then
    return false;
  end if;
  update public.application_mails m set state = 'held'
   where m.application_id = of_application and m.state = 'due' and m.kind not in ('confirmation', 'lab')
     and m.topic is distinct from 'corrected';
  perform private.record_event(of_application, 'bounced', jsonb_strip_nulls(jsonb_build_object('reason', reason)));
  return true;
end
$$;

-- Records that the mail server refused the recipient of a claimed mail for good: the mail is held, and the address is marked
-- if it is still the applicant's. `reason` is what the mail server said.
create function public.refuse_mail(mail_id uuid, email text, failure text, reason text) returns void
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
declare
  of_application uuid;
begin
  select a.id into of_application
    from public.applications a
   where a.id = (select m.application_id from public.application_mails m where m.id = mail_id)
     and lower(a.email collate "C") = lower(refuse_mail.email collate "C")
     for update;
  perform public.finish_mail(mail_id, failure, false, true);
  if of_application is not null then
    update public.application_mails m set state = 'held'
     where m.id = mail_id and m.state in ('due', 'failed') and m.revoked_at is null;
    perform private.mark_bounced(of_application, left(refuse_mail.reason, 200));
  end if;
end
$$;

-- The mark goes with the address it was put on, and with the proof that mails arrive.
create function private.forget_bounce() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.email_bounced_at := null;
  return new;
end
$$;

create trigger forget_bounce
  before update of email, email_confirmed_at on public.applications
  for each row when (
    old.email_bounced_at is not null
    and (new.email is distinct from old.email or (old.email_confirmed_at is null and new.email_confirmed_at is not null))
  )
  execute function private.forget_bounce();

-- Lets go what was held once the mark is gone. Of confirmation mails it is the latest, while its link is still wanted.
create function private.release_held_mails() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  update public.application_mails m set state = 'due', due_at = now(), attempts = 0
   where m.application_id = new.id and m.state = 'held' and (
     m.kind <> 'confirmation'
     or (new.email_confirmed_at is null and new.email = old.email and m.id = (
       select held.id from public.application_mails held
        where held.application_id = new.id and held.kind = 'confirmation' and held.state = 'held' and held.revoked_at is null
        order by held.created_at desc, held.id limit 1
     ))
   );
  perform pg_notify('application_mails', '');
  return null;
end
$$;

create trigger release_held_mails
  after update on public.applications
  for each row when (old.email_bounced_at is not null and new.email_bounced_at is null)
  execute function private.release_held_mails();

-- For reviewers: a bounce came by mail. Marking what is marked is no error; answers the application's row.
create function public.review_bounce_mark(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reviewer');
  perform from public.applications where id = review_bounce_mark.application_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  perform private.mark_bounced(review_bounce_mark.application_id, null);
  select * into a from public.applications where id = review_bounce_mark.application_id;
  return private.list_row(a, 'created');
end
$$;

-- For reviewers: the address is right after all. What was held leaves; clearing what is not marked is no error.
create function public.review_bounce_clear(application_id uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications;
begin
  perform private.demand('reviewer');
  select * into a from public.applications where id = review_bounce_clear.application_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  if a.email_bounced_at is not null then
    update public.applications set email_bounced_at = null where id = a.id;
    perform private.record_event(a.id, 'bounce_cleared', '{}');
    select * into a from public.applications where id = a.id;
  end if;
  return private.list_row(a, 'created');
end
$$;

revoke all on function private.hold_mail(), private.mark_bounced(uuid, text), public.refuse_mail(uuid, text, text, text),
  private.forget_bounce(), private.release_held_mails(), public.review_bounce_mark(uuid),
  public.review_bounce_clear(uuid)
  from public, anon, authenticated;
grant execute on function public.refuse_mail(uuid, text, text, text) to service_role;
grant execute on function public.review_bounce_mark(uuid), public.review_bounce_clear(uuid) to authenticated;

-- Writes other words into a function as it stands, so that what else changed it stays. Refuses where they are not there once.
create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'private.note_confirmation_mail()',
  $old$       when new.state = 'dropped' then 'none'
$old$,
  $new$       when new.state = 'dropped' then 'none'
       when new.state = 'held' then 'failed'
$new$
);

select pg_temp.write_into(
  'public.review_undo(uuid)',
  $old$m.batch_id = batch.id and m.state = 'due' and m.kind$old$,
  $new$m.batch_id = batch.id and m.state in ('due', 'held') and m.kind$new$
);

select pg_temp.write_into(
  'private.list_row(public.applications, text)',
  $old$'archived_at', a.archived_at,
$old$,
  $new$'archived_at', a.archived_at, 'email_bounced_at', a.email_bounced_at,
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
