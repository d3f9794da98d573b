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
    'alter table public.application_events add constraint application_events_kind_check check (kind in (%s, ''answered'', ''answer_removed''))', known);
end
$$;

-- Replies: what an applicant answered by mail, pasted by a reviewer.

create table public.application_replies (
  id uuid constraint application_replies_pkey primary key default gen_random_uuid(),
  application_id uuid not null
    constraint application_replies_application_id_fkey references public.applications (id) on delete cascade,
  body text not null
    constraint application_replies_body_check check (char_length(body) between 1 and 10000),
  received_at timestamptz not null,
  pasted_by uuid,
  pasted_by_email text,
  pasted_at timestamptz not null default clock_timestamp()
);
create index application_replies_application_idx on public.application_replies (application_id, received_at);

revoke all on table public.application_replies from public, anon, authenticated;
grant select on table public.application_replies to service_role;

alter table public.application_replies enable row level security;

-- For reviewers: keeps an applicant's answer of 1 to 10,000 characters; `received_at` is when it came (null: now).
create function public.review_reply_add(application_id uuid, body text, received_at timestamptz default null)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := private.trimmed(body);
  came timestamptz := coalesce(received_at, now());
  reply public.application_replies;
begin
  perform private.demand('reviewer');
  if kept is null or kept = '' then
    raise invalid_parameter_value using message = 'An answer has at least one character.';
  end if;
  if char_length(kept) > 10000 then
    raise invalid_parameter_value using
      message = format('An answer has at most 10,000 characters; this one has %s.', to_char(char_length(kept), 'FM999,999,999'));
  end if;
  if came not between '2000-01-01' and now() + interval '5 minutes' then
    raise invalid_parameter_value using message = 'An answer came at a time that is over.';
  end if;
  perform from public.applications a where a.id = review_reply_add.application_id for key share;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  insert into public.application_replies (application_id, body, received_at, pasted_by, pasted_by_email)
  values (review_reply_add.application_id, kept, came, auth.uid(), private.caller_email())
  returning * into reply;
  perform private.record_event(reply.application_id, 'answered', jsonb_build_object('reply', reply.id));
  return to_jsonb(reply);
end
$$;

-- For who pasted a reply and for owners; removing one that is gone is no error.
create function public.review_reply_remove(reply_id uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  reply public.application_replies;
begin
  perform private.demand('reviewer');
  select * into reply from public.application_replies r where r.id = review_reply_remove.reply_id for update;
  if not found then
    return;
  end if;
  if reply.pasted_by is distinct from auth.uid() and public.review_access() <> 'owner' then
    raise insufficient_privilege using message = 'Only who pasted an answer or an owner removes it.';
  end if;
  delete from public.application_replies r where r.id = reply.id;
  perform private.record_event(reply.application_id, 'answer_removed', '{}');
end
$$;

revoke all on function public.review_reply_add(uuid, text, timestamptz), public.review_reply_remove(uuid)
  from public, anon, authenticated;
grant execute on function public.review_reply_add(uuid, text, timestamptz), public.review_reply_remove(uuid)
  to authenticated;

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
  'public.review_application(uuid)',
  $old$    'mails', (
$old$,
  $new$    'replies', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.received_at desc), '[]')
        from public.application_replies r where r.application_id = a.id
    ),
    'mails', (
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
