-- On the floor `applicant`.
-- Applying again after a withdrawal, or a term after a decline. It begins a round of the same application: Submitted, with
-- another clock and consent, and with no score, answer or decision. Those of the earlier rounds stay in the history.

-- Returns the time from which an applicant may apply again, or null while their application is not over for them. A
-- withdrawn one may be sent again at once. A decline of which they were notified counts from its move, also if they withdrew
-- after it. The day begins at midnight of the lab's time zone.
create function private.apply_again_from(a public.applications) returns timestamptz
language sql stable
as $$
  select case
    when a.email_confirmed_at is null or not private.is_present(a.erasing_at) then null
    when declined.at is not null
      then private.day_begins(((declined.at at time zone zone) + make_interval(months => t.reapply_months))::date, zone)
    when a.status = 'withdrawn' then a.status_changed_at
  end
    from public.lab_terms t
   cross join private.lab_zone() as zone
   cross join lateral (
     select max(p.entered_at) as at
       from public.application_status_periods p
      where p.application_id = a.id and p.status = 'declined' and p.round = a.round
        and p.number in (a.current_period, (
          select w.previous_number from public.application_status_periods w
           where w.application_id = a.id and w.number = a.current_period and w.status = 'withdrawn'))
        and (p.notified_at is not null or exists (
          select from private.messages m
           where m.application_id = a.id and m.kind = 'review' and m.period = p.number and m.state = 'sent'
             and m.bounced_at is null))
   ) declined
$$;

-- Begins the next round of an application whose row the caller has locked, after waiting for the erasers. The round that
-- ends is counted as an erased application is, so that the numbers of its days stay the same.
create function private.begin_round(a public.applications) returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.count_erased(a, private.decline_reason_of(a));
  perform private.end_scorecards(a);
  update private.messages m set state = 'dropped'
   where m.application_id = a.id and m.kind = 'applicant' and m.topic = 'withdrawn' and m.state in ('due', 'held');
  perform private.change_status(array[a.id], 'submitted', 'again');
  insert into private.messages (application_id, kind) values (a.id, 'lab');
  perform private.queue_applicant_mail(a.id, 'applied_again');
end
$$;
