-- On the floor `screens`.
-- Recent changes, for screens that are open.

-- Returns members' changes since the event `after_event`, without it those of the last twenty seconds, the time, the number
-- of applicants who still need to hear from the lab, and the number of the caller's decision mails that leave within ten
-- minutes, with the seconds until the first. A transaction may commit after one with a higher number, so the last twenty
-- seconds are always repeated, and the client knows what it has seen.
create function public.review_updates(after_event bigint default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  last_event bigint;
begin
  perform private.demand('reader');
  last_event := coalesce((
    select e.id from public.application_events e
     where private.shows_action(e.kind, e.actor, e.application_id) and private.is_application_present(e.application_id)
     order by e.id desc limit 1), 0);
  after_event := coalesce(after_event, last_event);
  return jsonb_build_object(
    'last_event', last_event,
    'newest', (
      select a.created_at from public.applications a
       where private.is_present(a.erasing_at) order by a.created_at desc, a.id desc limit 1),
    'now', now(),
    'to_notify', private.count_to_notify(),
    'pending_mails', (
      select jsonb_build_object('count', count(*), 'seconds', ceil(extract(epoch from min(m.due_at) - now())))
        from private.own_pending_mails() m
    ),
    'changed', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'event', e.id, 'application_id', e.application_id, 'actor', e.actor, 'actor_email', e.actor_email,
        'kind', e.kind, 'to', case e.kind when 'moved' then e.detail ->> 'to' end, 'at', e.at) order by e.id), '[]')
        from (
          select * from public.application_events e
           where e.id > after_event - 1000
             and (e.id > after_event or e.at > clock_timestamp() - interval '20 seconds')
             and private.shows_action(e.kind, e.actor, e.application_id) and private.is_application_present(e.application_id)
           order by e.id desc limit 200
        ) e
    )
  );
end
$$;

grant execute on function public.review_updates to authenticated;
