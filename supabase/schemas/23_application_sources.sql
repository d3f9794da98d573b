-- Where an applicant first came from and which questions they read. Both travel in headers of the INSERT, whose body
-- has the eleven keys of the form and nothing else.

-- One value of a form-encoded header, decoded; null when absent, not UTF-8 or not text.
create function private.form_value(form text, field text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  raw text := replace(substring(form from '(?:^|&)' || field || '=([^&]*)'), '+', ' ');
  bytes bytea := '';
  part text;
begin
  for part in select piece[1] from regexp_matches(raw, '%[0-9A-Fa-f]{2}|[^%]+|%', 'g') as piece loop
    bytes := bytes || case
      when part ~ '^%[0-9A-Fa-f]{2}$' then decode(substr(part, 2), 'hex')
      else convert_to(part, 'UTF8')
    end;
  end loop;
  return nullif(left(btrim(regexp_replace(convert_from(bytes, 'UTF8'), '[[:cntrl:]]', '', 'g')), 100), '');
exception
  when others then
    return null;
end
$$;

-- Reads `x-first-touch` and `x-questions-version`. What does not parse is dropped: an application is never refused
-- for where it came from.
create function private.keep_source() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  touch text := left(headers ->> 'x-first-touch', 2000);
  asked text := headers ->> 'x-questions-version';
begin
  if touch is not null then
    new.first_touch := jsonb_strip_nulls(jsonb_build_object(
      'source', private.form_value(touch, 'source'),
      'medium', private.form_value(touch, 'medium'),
      'campaign', private.form_value(touch, 'campaign'),
      'referrer', private.form_value(touch, 'referrer'),
      'landing', private.form_value(touch, 'landing')
    ));
    new.source := lower(coalesce(new.first_touch ->> 'source', new.first_touch ->> 'referrer', 'direct'));
  end if;
  new.questions_version := coalesce(
    (select q.version from public.question_sets q where asked ~ '^[0-9]{1,6}$' and q.version = asked::integer),
    (select max(q.version) from public.question_sets q),
    1
  );
  return new;
end
$$;

create trigger keep_source
  before insert on public.applications
  for each row when (current_setting('request.headers', true) is not null)
  execute function private.keep_source();

revoke all on function private.form_value(text, text), private.keep_source()
  from public, anon, authenticated;
