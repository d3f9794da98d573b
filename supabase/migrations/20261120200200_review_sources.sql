-- Where an applicant first came from and which questions they read. Both travel in headers of the INSERT, whose body
-- has the specification's eleven keys and nothing else.

-- The questions as they were worded; a new wording is a new row, never a change of an old one.
create table public.question_sets (
  version integer primary key check (version > 0),
  wording jsonb not null check (wording ?& array['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7']),
  since timestamptz not null default now()
);

revoke all on table public.question_sets from public, anon, authenticated;
grant select on table public.question_sets to authenticated, service_role;
alter table public.question_sets enable row level security;
create policy "admins read the questions" on public.question_sets
  for select to authenticated
  using ((select public.is_admin()));

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

revoke all on function private.form_value(text, text), private.keep_source() from public, anon, authenticated;

insert into public.question_sets (version, wording)
values (1, '{
  "q1": "I can program in any language, given a day to get used to it.",
  "q2": "I can deploy to a server environment I have never seen before.",
  "q3": "I have a pile of ideas that I want to build.",
  "q4": "I can spot the feature request with the best return on investment.",
  "q5": "I use AI to ship whole products alone.",
  "q6": "I can take a product through its full cycle, from architecture to support, in one week.",
  "q7": "I work with AI agents as co-pilots, every day."
}');

alter table public.applications
  add constraint applications_questions_version_fkey
    foreign key (questions_version) references public.question_sets (version);
create index applications_questions_version_idx on public.applications (questions_version)
  where questions_version <> 1;
