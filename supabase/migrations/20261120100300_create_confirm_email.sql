-- The procedure behind the link in the confirmation mail (specification section 7). `application_id` is the id the
-- mail carries. Idempotent; an unknown id and a malformed one are answered alike. An application that was released
-- after seven days comes back to life unless somebody has taken its place since.
create function public.confirm_email(application_id text) returns jsonb
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan
as $$
declare
  of_application uuid;
  already boolean;
begin
  select a.id, a.email_confirmed_at is not null
    into of_application, already
    from public.application_mails m
    join public.applications a on a.id = m.application_id
   where m.kind = 'confirmation'
     and m.id = case
       when confirm_email.application_id ~ '^[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$'
       then confirm_email.application_id::uuid
     end
     for update of a;
  if of_application is null then
    return jsonb_build_object('success', false, 'message', 'This confirmation link is not valid. Please use the link in our latest email.');
  end if;

  if not already then
    begin
      update public.applications set email_confirmed_at = now(), archived_at = null where id = of_application;
    exception when unique_violation then
      return jsonb_build_object('success', false, 'message', 'This confirmation link has expired, and there is a newer application.');
    end;
    update public.application_mails m
       set state = 'dropped'
     where m.application_id = of_application and m.kind = 'confirmation' and m.state = 'due';
    insert into public.application_mails (application_id, kind) values (of_application, 'lab');
    perform pg_notify('application_mails', '');
  end if;
  return jsonb_build_object('success', true, 'message', 'Your email has been confirmed.');
end
$$;

revoke all on function public.confirm_email(text) from public, anon, authenticated;
grant execute on function public.confirm_email(text) to anon, authenticated, service_role;
