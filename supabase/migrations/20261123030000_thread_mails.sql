-- The mails of an application are one conversation.

-- What stands before the @ in the Message-ID of a mail: the same at every try, and no way back to the mail's id, which a
-- confirmation link carries.
create function private.message_key(mail_id uuid) returns text
language sql immutable strict set search_path = ''
as $$
  select left(encode(sha256(convert_to('message ' || mail_id, 'UTF8')), 'hex'), 32)
$$;

-- What makes an application's mails one conversation: the mail's own key, those of the first and the latest nine that
-- were sent before it, and the assignee's address, as long as they are a member who may sign in. Links that were revoked
-- went to another address: their mails belong to no conversation.
create function private.mail_thread(mail public.application_mails, a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select jsonb_build_object('message_key', private.message_key(mail.id)) || case
    when mail.kind = 'lab' then '{}'
    else jsonb_strip_nulls(jsonb_build_object(
      'earlier', (
        with sent as (
          select m.id, row_number() over (order by m.sent_at, m.id) as place, count(*) over () as total
            from public.application_mails m
           where m.application_id = a.id and m.kind <> 'lab' and m.sent_at is not null and m.revoked_at is null
             and m.id <> mail.id
        )
        select jsonb_agg(private.message_key(s.id) order by s.place)
          from sent s where s.place = 1 or s.place > s.total - 9
      ),
      'reply_to', (
        select u.email from public.user_roles r join auth.users u on u.id = r.user_id
         where r.user_id = a.assignee and r.role = 'admin' and u.deleted_at is null
           and (u.banned_until is null or u.banned_until <= now())
      )
    ))
  end
$$;

revoke all on function private.message_key(uuid), private.mail_thread(public.application_mails, public.applications)
  from public, anon, authenticated;

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
  'private.mail_order(public.application_mails)',
  $old$'created_at', a.created_at
  )
$old$,
  $new$'created_at', a.created_at
  ) || private.mail_thread(mail, a)
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
