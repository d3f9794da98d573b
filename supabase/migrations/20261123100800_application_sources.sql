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

-- What `x-first-touch` says. What does not parse is dropped: an application is never refused for where it came from.
create function private.first_touch(header text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  touch constant text := left(header, 2000);
begin
  return jsonb_strip_nulls(jsonb_build_object(
    'source', private.form_value(touch, 'source'),
    'medium', private.form_value(touch, 'medium'),
    'campaign', private.form_value(touch, 'campaign'),
    'referrer', private.form_value(touch, 'referrer'),
    'landing', private.form_value(touch, 'landing')
  ));
end
$$;

revoke all on function private.form_value(text, text), private.first_touch(text)
  from public, anon, authenticated;
