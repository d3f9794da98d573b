-- Of 20,000 mails of which none is due yet, a claim and the look for the next one read every entry of the index (7.5 ms): they
-- end at the first that is not due.

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
  'public.claim_due_mails(integer)',
  $old$     where (m.state = 'due' and m.due_at <= now())
        or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes')
     order by m.due_at
     limit case$old$,
  $new$     -- What was claimed was due before: the index is read no further than to what is not due yet.
     where m.due_at <= now()
       and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
     order by m.due_at
     limit case$new$
);

select pg_temp.write_into(
  'public.claim_due_mails(integer)',
  $old$           claimed_at = now()
      from due
     where m.id = due.id
    returning m.*$old$,
  $new$           claimed_at = now()
     -- As a join the plan of a session that found the table empty would read all of it.
     where m.id = any (array(select due.id from due))
    returning m.*$new$
);

select pg_temp.write_into(
  'public.claim_member_mails(integer)',
  $old$     where (m.state = 'due' and m.due_at <= now())
        or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes')
$old$,
  $new$     where m.due_at <= now()
       and (m.state = 'due' or (m.state = 'sending' and m.claimed_at < now() - interval '2 minutes'))
$new$
);

select pg_temp.write_into(
  'public.seconds_to_next_mail()',
  $old$      (select min(case when m.state = 'due' then m.due_at else m.claimed_at + interval '2 minutes' end)
         from public.application_mails m
        where m.state in ('due', 'sending')),
$old$,
  $new$      -- As min() PostgreSQL 15 would read all that wait where it takes them for few.
      (select m.due_at from public.application_mails m where m.state = 'due' order by m.due_at limit 1),
      -- What is on its way was due before.
      (select min(m.claimed_at) + interval '2 minutes'
         from public.application_mails m
        where m.state = 'sending' and m.due_at <= now()),
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
