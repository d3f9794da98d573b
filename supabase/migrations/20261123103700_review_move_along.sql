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
  batch constant uuid := gen_random_uuid();
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
    perform private.demand_move(came_from, step);
    came_from := step;
  end loop;
  foreach step in array path[:cardinality(path) - 1] loop
    perform private.change_status(array[a.id], step, 'move', batch);
  end loop;
  outcome := private.change_applications(
    array[a.id], jsonb_build_object('status', came_from), mail || '{"to": "any"}', batch);
  return outcome || jsonb_build_object('row', private.answered_row(a.id));
end
$$;

revoke all on function public.review_move_along(uuid, bigint, text[], jsonb) from public, anon, authenticated;
grant execute on function public.review_move_along(uuid, bigint, text[], jsonb) to authenticated;
