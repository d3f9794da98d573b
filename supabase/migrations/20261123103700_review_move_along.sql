-- Moving along several arrows at once.

-- For reviewers: moves one application along a path of arrows ('in_review', 'interview'), each of them checked, in one
-- transaction and as one batch: history tells each move, and one undo takes all of them back.
create function public.review_move_along(
  application_id uuid, seen_version bigint, path text[], mail jsonb default null
) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  most constant integer := 4;
  a public.applications;
  came_from text;
  step text;
  outcome jsonb;
begin
  perform private.demand('reviewer');
  if coalesce(cardinality(path), 0) not between 1 and most or array_position(path, null) is not null then
    raise invalid_parameter_value using message = format('A path has 1 to %s statuses.', most);
  end if;
  a := private.demand_version(application_id, seen_version);
  came_from := a.status;
  foreach step in array path loop
    if not exists (
      select from public.application_moves m where m.from_status = came_from and m.to_status = step
    ) then
      raise sqlstate 'PT422' using
        message = format('An application cannot move from %s to %s.', came_from, step);
    end if;
    came_from := step;
  end loop;
  -- The batch that the last move records; those before it are of the same one.
  perform set_config('review.batch', gen_random_uuid()::text, true);
  foreach step in array path[:cardinality(path) - 1] loop
    update public.applications set status = step where id = a.id;
  end loop;
  outcome := public.review_move(
    a.id, (select now_is.version from public.applications now_is where now_is.id = a.id), came_from, mail);
  update public.review_batch_items i
     set before = i.before || jsonb_build_object(
           'status', a.status, 'interview_at', a.interview_at,
           'interviewed_at', a.interviewed_at, 'accepted_at', a.accepted_at)
   where i.batch_id = (outcome ->> 'batch_id')::uuid and i.application_id = a.id;
  return outcome;
end
$$;

revoke all on function public.review_move_along(uuid, bigint, text[], jsonb) from public, anon, authenticated;
grant execute on function public.review_move_along(uuid, bigint, text[], jsonb) to authenticated;
