-- On the floor `top`.
-- The content of each kind of message. A message is composed when it is claimed, so the queue contains no words of templates
-- and no secrets of links.

-- Returns the thread of an application's mails, the ids of the first and the latest nine sent mails, and the assignee's
-- address if they are a member who may sign in. Confirmation mails whose links ended went to another address and belong to no
-- thread.
create function private.message_thread(mail private.messages, a public.applications) returns jsonb
language sql stable set search_path = ''
as $$
  select case
    when mail.kind = 'lab' then '{}'
    else jsonb_strip_nulls(jsonb_build_object(
      'earlier', (
        with sent as (
          select m.id, row_number() over (order by m.sent_at, m.id) as place, count(*) over () as total
            from private.messages m
           where m.application_id = a.id and m.kind <> 'lab' and m.sent_at is not null and m.id <> mail.id
             and (m.kind <> 'confirmation' or exists (
               select from private.applicant_links l where l.application_id = a.id and l.mail_id = m.id))
        )
        select jsonb_agg(s.id order by s.place)
          from sent s where s.place = 1 or s.place > s.total - 9
      ),
      'reply_to', private.member_address(a.assignee)
    ))
  end
$$;

-- Returns a new link to the page for a claimed mail whose application the caller has locked, with the promised day while the
-- applicant awaits an answer, and nothing for an unconfirmed address.
create function private.link_content(mail private.messages, a public.applications) returns jsonb
language sql
as $$
  select case
    when a.email_confirmed_at is null then '{}'
    else jsonb_build_object(
      'secret', private.make_link(a.id, mail.id, case
        when mail.topic in ('new_link', 'next_step') then 'return' when mail.topic = 'erasing' then 'take_back' else 'page'
      end::private.link_purpose),
      'answer_by', case when private.awaits_answer(a) then private.lab_time(private.answer_by(a)) end)
  end
$$;

-- Returns the content of a claimed mail of the kind 'applicant' besides name and address, or null when it is no longer
-- wanted.
create function private.applicant_content(mail private.messages, a public.applications) returns jsonb
language plpgsql
as $$
declare
  allowed_at constant timestamptz := case when mail.topic = 'next_step' then private.apply_again_from(a) end;
begin
  if mail.topic = 'corrected' then
    return (
      select jsonb_build_object('topic', mail.topic, 'to', u.email, 'application_id', a.id)
        from auth.users u where u.id = a.assignee and u.email is not null
    );
  elsif a.email_confirmed_at is null
    or (mail.topic = 'erasing' and a.erase_reason is distinct from 'applicant')
    or (mail.topic = 'withdrawn' and private.withdrawn_at(a.id) is null)
  then
    return null;
  end if;
  if mail.topic = 'evidence' then
    -- Also evidence that came while a try failed.
    if not private.is_open(a.status)
      or exists (select from public.application_evidence e where e.application_id = a.id)
    then
      return null;
    end if;
    return jsonb_build_object('topic', mail.topic, 'subject', mail.subject, 'body', mail.body)
      || private.link_content(mail, a);
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
      'topic', mail.topic, 'erasing_at', a.erasing_at, 'apply_again_from', private.lab_time(allowed_at),
      'can_apply_again', allowed_at <= clock_timestamp()))
    || private.link_content(mail, a);
end
$$;

-- Returns the content of a claimed mail about an application that the caller has locked, or null for a confirmation mail
-- whose retry another link has overtaken. The applicant's name is the stored one, never a request's.
create function private.application_content(mail private.messages) returns jsonb
language plpgsql
as $$
declare
  a public.applications;
  facts jsonb;
begin
  select * into a from public.applications where id = mail.application_id;
  facts := case mail.kind
    when 'confirmation' then case when a.email_confirmed_at is null then
      jsonb_build_object(
        'secret', private.make_link(a.id, mail.id, 'confirm'), 'answer_days', (select t.answer_days from public.lab_terms t))
    end
    when 'lab' then jsonb_build_object('linkedin', a.linkedin, 'sectors', a.sectors)
    when 'review' then jsonb_build_object('subject', mail.subject, 'body', mail.body) || private.link_content(mail, a)
    else private.applicant_content(mail, a)
  end;
  return facts || private.message_thread(mail, a) || jsonb_build_object('name', a.name, 'email', a.email);
end
$$;

-- Returns the content of a claimed mail about an opening.
create function private.opening_content(mail private.messages) returns jsonb
language sql set search_path = ''
as $$
  select jsonb_build_object('email', r.email, 'secret', case
      when mail.kind = 'opening_confirmation' then private.make_link(r.id, mail.id, 'opening')
    end)
    from private.opening_requests r where r.id = mail.opening_request_id
$$;

-- Returns the content of a claimed mail to a member, or null when there is nothing to report, or the member is gone or
-- wants none.
create function private.member_content(mail private.messages) returns jsonb
language plpgsql set search_path = ''
as $$
declare
  address constant text := private.member_address(mail.member_id);
  wanted constant text := (select r.digest from private.reminders_of(mail.member_id) r);
  told jsonb;
begin
  if address is null then
    return null;
  end if;
  if mail.kind = 'notices' then
    told := private.notices_of(mail);
  elsif wanted <> 'never' then
    told := private.digest_of(mail.member_id, case wanted when 'daily' then 1 else 7 end);
  end if;
  return told || jsonb_build_object('email', address);
end
$$;

-- Returns everything the sender needs for a claimed message, or null when it is no longer wanted.
create function private.message_content(mail private.messages) returns jsonb
language plpgsql
as $$
begin
  return case
      when mail.application_id is not null then private.application_content(mail)
      when mail.member_id is not null then private.member_content(mail)
      when mail.webhook_id is not null then private.webhook_content(mail)
      else private.opening_content(mail)
    end || jsonb_build_object('id', mail.id, 'attempt', mail.claims) || case
      when mail.webhook_id is null then jsonb_build_object('kind', mail.kind)
      else '{}'
    end;
end
$$;
