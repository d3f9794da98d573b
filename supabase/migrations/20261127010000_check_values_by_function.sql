-- The table reads its constraints anew for every statement: a list of words takes longer to read than to compare. Each keeps
-- its name, and what is taken and refused stays as it was.

create function private.is_status(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return value in ('submitted', 'in_review', 'interview', 'accepted', 'declined', 'withdrawn');
end
$$;

create function private.is_mail_state(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return value in ('none', 'sending', 'retrying', 'sent', 'failed');
end
$$;

create function private.is_source(value text) returns boolean
language plpgsql immutable parallel safe
as $$
begin
  return char_length(value) between 1 and 100;
end
$$;

-- The constraints are checked with the rights of the role that writes.
revoke all on function private.is_status(text), private.is_mail_state(text), private.is_source(text)
  from public, anon, authenticated;
grant execute on function private.is_status(text), private.is_mail_state(text), private.is_source(text)
  to anon, authenticated, service_role;

alter table public.applications
  drop constraint applications_status_check,
  drop constraint applications_confirmation_mail_check,
  drop constraint applications_source_check,
  add constraint applications_status_check check (private.is_status(status)),
  add constraint applications_confirmation_mail_check check (private.is_mail_state(confirmation_mail)),
  add constraint applications_source_check check (private.is_source(source));
