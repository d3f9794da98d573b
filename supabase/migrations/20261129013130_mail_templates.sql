-- On the floor `review`.
-- The words of mails with a move, editable templates and a preview of the real mail.

-- The words of the mails with a move, and of the one that asks for evidence.
create table public.mail_templates (
  -- The status of a move, or 'evidence' for the mail that asks for it.
  status text primary key check (status = 'evidence' or (status <> 'submitted' and private.is_status(status))),
  subject text not null check (char_length(subject) between 1 and 200 and subject !~ '[\n\r]'),
  body text not null check (char_length(body) between 1 and 5000),
  version integer not null default 1
);

grant select on table public.mail_templates to authenticated, service_role;

alter table public.mail_templates enable row level security;

insert into public.mail_templates (status, subject, body)
values
  ('in_review', 'We are reading your application', E'Hello {{name}},\n\nWe have started to read your application to build in {{sectors}}. You will hear from us again.\n\n{{reviewer}}\nSolostead'),
  ('interview', 'Let us talk about what you build', E'Hello {{name}},\n\nWe would like to talk with you about what you want to build in {{sectors}}. {{times}}\n\n{{reviewer}}\nSolostead'),
  ('accepted', 'Welcome to Solostead', E'Hello {{name}},\n\nWe would be glad to have you with us. Please reply to this email, so that we agree on the day on which your 30 days of onboarding begin.\n\n{{reviewer}}\nSolostead'),
  ('declined', 'Your application to Solostead', E'Hello {{name}},\n\nThank you for applying. We have decided not to go ahead with your application.\n\n{{reason}}\n\nWe wish you well with what you are building.\n\n{{reviewer}}\nSolostead'),
  ('withdrawn', 'Your application is withdrawn', E'Hello {{name}},\n\nWe have withdrawn your application, as you asked. You are welcome to apply again.\n\n{{reviewer}}\nSolostead'),
  ('evidence', 'Show us one thing you shipped', E'Hello {{name}},\n\nWe have started to read your application. One thing you shipped says more than any answer: please show us one on your page, with a link and two sentences. It does not change the day by which you hear from us.\n\n{{reviewer}}\nSolostead');

create trigger next_version
  before update on public.mail_templates
  for each row when (old.* is distinct from new.*) execute function private.next_version();

create policy "admins read the templates" on public.mail_templates
  for select to authenticated
  using ((select public.is_admin()));

-- Returns true for an applicant's text that a mail program could show as a link or an address, that breaks its line, or that
-- the edit of a filled mail would read as a placeholder.
create function private.may_mislead(value text) returns boolean
language sql immutable
as $$
  select value ~ '://|www\.|@|[[:cntrl:]]|\w\.[a-zA-Z]{2}|\{\{'
$$;

-- Fills a template for one applicant. Another person may have typed name and sectors to send their own words through us,
-- so neither goes to an unconfirmed address. Otherwise links, addresses, line breaks and placeholders in them are replaced.
-- What the lab fills in comes first, so that no applicant's text can request it. That is the caller's name and booking link, a
-- sentence that asks for a time, and the sentence of `reason`. Without a reason its place closes up, and without a name that the
-- caller set the line of their signature does. Elsewhere the lab's name stands for it.
create function private.fill_template(template text, a public.applications, reason text default null) returns text
language plpgsql stable set search_path = ''
as $$
declare
  booking constant text := (select s.booking_link from public.member_settings s where s.user_id = auth.uid());
  signer constant text := (select s.display_name from public.member_settings s where s.user_id = auth.uid());
begin
  if booking is null and strpos(template, '{{booking}}') > 0 then
    perform private.refuse(422, 'booking_link_missing', 'Set your booking link first, in Settings → You.');
  end if;
  template := replace(template, '{{times}}', coalesce(
    'Choose a time that suits you: ' || booking, 'Reply with three times that suit you, and your time zone.'));
  template := replace(template, '{{booking}}', coalesce(booking, ''));
  if reason is null then
    template := regexp_replace(template, '(^|\n)[ \t]*\{\{reason\}\}[ \t]*(\n+|$)|[ \t]*\{\{reason\}\}', '\1', 'g');
  end if;
  if signer is null then
    template := regexp_replace(template, '(\n)[ \t]*\{\{reviewer\}\}[ \t]*(\n+|$)', '\1', 'g');
  end if;
  template := replace(template, '{{reviewer}}', coalesce(signer, 'Solostead'));
  template := replace(template, '{{reason}}', coalesce((select d.sentence from public.decline_reasons d where d.key = reason), ''));
  return replace(
    replace(template, '{{sectors}}', case when a.email_confirmed_at is null or private.may_mislead(a.sectors) then 'your field' else left(a.sectors, 200) end),
    '{{name}}', case when a.email_confirmed_at is null or private.may_mislead(a.name) then 'there' else left(a.name, 100) end
  );
end
$$;

-- Refuses words that cannot be mailed with a sentence. Returns them trimmed.
create function private.checked_mail(mail jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
  subject text := private.trimmed(mail ->> 'subject');
  body text := private.trimmed(mail ->> 'body');
  stray text;
begin
  if subject is null or char_length(subject) > 200 or private.without_hidden(subject) = '' or subject ~ '[\n\r]' then
    perform private.refuse(400, 'invalid_mail', 'The subject has 1 to 200 characters on one line.');
  end if;
  if body is null or char_length(body) > 5000 or private.without_hidden(body) = '' then
    perform private.refuse(400, 'invalid_mail', 'The text has 1 to 5,000 characters.');
  end if;
  stray := substring(subject || ' ' || body from '\{\{(?!(name|sectors|booking|times|reviewer|reason)\}\})[^}]*\}?\}?');
  if stray is not null then
    perform private.refuse(400, 'invalid_mail', format('There is no placeholder %s.', stray));
  end if;
  return jsonb_build_object('subject', subject, 'body', body);
end
$$;

-- Returns the mail as the applicant would receive it, by the functions that write it. With `has_page` a link to the
-- applicant's page follows.
create function public.review_mail_preview(application_id uuid, subject text, body text, reason text default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  mail jsonb;
  a public.applications;
begin
  perform private.demand('reader');
  mail := private.checked_mail(
    jsonb_build_object('subject', review_mail_preview.subject, 'body', review_mail_preview.body));
  a := private.existing_application(review_mail_preview.application_id);
  return jsonb_build_object(
    'to', a.email, 'has_page', a.email_confirmed_at is not null,
    'subject', private.fill_template(mail ->> 'subject', a, reason), 'body', private.fill_template(mail ->> 'body', a, reason)
  );
end
$$;

-- For owners. Saves a template and returns the row.
create function public.review_template_save(status text, seen_version integer, subject text, body text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  mail jsonb;
  saved jsonb;
begin
  perform private.demand('owner');
  mail := private.checked_mail(jsonb_build_object('subject', subject, 'body', body));
  update public.mail_templates t
     set (version, subject, body) = (seen_version, mail ->> 'subject', mail ->> 'body')
   where t.status = review_template_save.status
  returning to_jsonb(t) into saved;
  if not found then
    perform private.refuse(404, 'not_found', 'There is no such template.');
  end if;
  return saved;
end
$$;

-- Returns nine in the morning of the day after `moment` in a time zone.
create function private.next_morning(moment timestamptz, time_zone text) returns timestamptz
language sql stable set search_path = ''
as $$
  select (date_trunc('day', moment at time zone time_zone) + interval '1 day 9 hours') at time zone time_zone
$$;

-- Prepares a mail about a status for the queue, {"subject", "body", "delay", "due_at", "to", "reason"}. `mail` contains its
-- words or {"template": true} for the status' own, and optionally "delay" ('soon' or 'morning') and "reason". "to" is 'any'
-- if a reviewer wrote to one applicant, otherwise 'confirmed', because bulk mails and unread templates only go to confirmed
-- addresses that do not bounce.
create function private.mail_to_send(mail jsonb, of_status text) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  settings public.lab_settings;
  words jsonb := mail;
  delay text;
begin
  select * into settings from public.lab_settings;
  if mail -> 'template' = 'true' then
    select to_jsonb(t) into words from public.mail_templates t where t.status = of_status;
    if not found then
      perform private.refuse(
        422, 'template_missing', 'There is no template for this status. Write the email yourself.');
    end if;
  end if;
  delay := coalesce(mail ->> 'delay', settings.delay);
  if delay not in ('soon', 'morning') then
    perform private.refuse(400, 'invalid_value', 'An email leaves soon or in the morning.');
  end if;
  return private.checked_mail(words) || jsonb_build_object(
    'reason', mail -> 'reason',
    'delay', delay,
    'due_at', case delay
      -- The same as the duration of the notice with its undo.
      when 'soon' then now() + private.stop_time()
      else private.next_morning(now(), settings.time_zone)
    end,
    'to', case when mail ->> 'to' = 'any' and mail -> 'template' is distinct from 'true' then 'any' else 'confirmed' end
  );
end
$$;

create trigger log_templates
  after insert or update or delete on public.mail_templates
  for each row execute function private.log_settings('template_changed', 'status');

grant execute on function public.review_mail_preview, public.review_template_save to authenticated;
