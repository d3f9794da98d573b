-- What each member sets for themselves.
create table public.member_settings (
  user_id uuid constraint member_settings_pkey primary key
    constraint member_settings_user_id_fkey references public.user_roles (user_id) on delete cascade,
  -- Where applicants book a time with them: https, no user before the host, nothing that a mail could read otherwise.
  booking_link text
    constraint member_settings_booking_link_check check (
      char_length(booking_link) <= 300
      and booking_link ~ '^https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][A-Za-z0-9._~:/?#@!$&''()*+,;=%[\]-]*)?$'
    )
);

revoke all on table public.member_settings from public, anon, authenticated;
grant select on table public.member_settings to authenticated;
grant select, insert, update, delete on table public.member_settings to service_role;

alter table public.member_settings enable row level security;

create policy "admins read their own settings" on public.member_settings
  for select to authenticated
  using ((select public.is_admin()) and user_id = (select auth.uid()));

-- Sets or clears (null or empty) the caller's booking link, which {{booking}} stands for in the mails they send.
create function public.review_booking_save(link text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  kept text := nullif(private.trimmed(link), '');
begin
  perform private.demand('reader');
  insert into public.member_settings as s (user_id, booking_link) values (auth.uid(), kept)
  on conflict on constraint member_settings_pkey do update set booking_link = excluded.booking_link;
  return jsonb_build_object('booking_link', kept);
exception when check_violation then
  raise invalid_parameter_value using
    message = 'A booking link begins with https:// and has at most 300 characters, without blanks.';
end
$$;

revoke all on function public.review_booking_save(text) from public, anon, authenticated;
grant execute on function public.review_booking_save(text) to authenticated;

-- A template's words for one applicant. Their name and sectors may have been typed by another person, to send words of
-- their own through us: what holds a link, an address or a line break is replaced by something harmless. The booking
-- link is the caller's own, and is filled in first, so that no applicant's text asks for it.
create or replace function private.fill_template(template text, a public.applications) returns text
language plpgsql stable set search_path = ''
as $$
declare
  booking text;
begin
  if strpos(template, '{{booking}}') > 0 then
    select s.booking_link into booking from public.member_settings s where s.user_id = auth.uid();
    if booking is null then
      raise sqlstate 'PT422' using message = 'Set your booking link first, in Settings → You.';
    end if;
    template := replace(template, '{{booking}}', booking);
  end if;
  return replace(
    replace(template, '{{sectors}}', case when a.sectors ~ '://|www\.|@|[[:cntrl:]]|\w\.[a-zA-Z]{2}' then 'your field' else left(a.sectors, 200) end),
    '{{name}}', case when a.name ~ '://|www\.|@|[[:cntrl:]]|\w\.[a-zA-Z]{2}' then 'there' else left(a.name, 100) end
  );
end
$$;

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
  'private.checked_mail(jsonb)',
  $old$sectors\}\})[^$old$,
  $new$sectors\}\}|booking\}\})[^$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
