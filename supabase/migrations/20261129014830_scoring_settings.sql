-- On the floor `leaving`.
-- The lab's scoring with its criteria, their anchors, and the visibility of others' scores.

create trigger next_version
  before update of hides_others_until_scored on public.review_settings
  for each row execute function private.next_version();

create trigger log_criteria
  after insert or update or delete on public.rating_criteria
  for each row execute function private.log_settings('settings_changed', 'key');

-- For readers. Returns {"version", "hides_others_until_scored", "criteria": [{"key", "label", "anchors", "is_retired"}]}
-- in order, retired ones last.
create function public.review_scoring() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.demand('reader');
  return (
    select jsonb_build_object(
      'version', s.version, 'hides_others_until_scored', s.hides_others_until_scored,
      'criteria', (
        select jsonb_agg(jsonb_build_object(
            'key', k.key, 'label', k.label, 'anchors', k.anchors, 'is_retired', k.position is null)
            order by k.position, k.label)
          from public.rating_criteria k))
      from public.review_settings s
  );
end
$$;

-- Returns the criteria in their stored form and order. It refuses invalid ones with a sentence.
create function private.checked_criteria(criteria jsonb)
returns table (key text, label text, anchors text[], place smallint)
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(criteria) is distinct from 'array' or jsonb_array_length(criteria) not between 1 and 8 then
    perform private.refuse(400, 'invalid_criteria', 'A scorecard has 1 to 8 criteria.');
  end if;
  for key, label, anchors, place in
    select c.value ->> 'key', private.trimmed(c.value ->> 'label'),
           case when jsonb_typeof(c.value -> 'anchors') = 'array'
             then array(select private.trimmed(a.value) from jsonb_array_elements_text(c.value -> 'anchors') with ordinality a (value, step)
                         order by a.step)
           end,
           c.at
      from jsonb_array_elements(criteria) with ordinality c (value, at)
  loop
    if coalesce(char_length(label), 0) not between 1 and 60 then
      perform private.refuse(400, 'invalid_criteria', 'A criterion has a name of 1 to 60 characters.');
    end if;
    if cardinality(anchors) is distinct from 5 or exists (
      select from unnest(anchors) as step where coalesce(char_length(step), 0) not between 1 and 80
    ) then
      perform private.refuse(
        400, 'invalid_criteria', format('Each of the steps 1 to 5 of "%s" has a name of 1 to 80 characters.', label));
    end if;
    if key is not null and not exists (select from public.rating_criteria k where k.key = checked_criteria.key) then
      perform private.refuse(400, 'invalid_value', format('There is no criterion "%s".', key));
    end if;
    key := coalesce(key, 'c' || replace(gen_random_uuid()::text, '-', ''));
    return next;
  end loop;
end
$$;

-- For owners. Saves the object of review_scoring() as a whole. Criteria are in order, new ones have no key, and missing
-- ones are retired.
create function public.review_scoring_save(seen_version integer, hides_others_until_scored boolean, criteria jsonb)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  wanted jsonb;
  kept public.review_settings;
  are_changed boolean;
begin
  perform private.demand('owner');
  perform pg_advisory_xact_lock(hashtext('public.rating_criteria'));
  select * into kept from public.review_settings for update;
  select jsonb_agg(to_jsonb(c)) into wanted from private.checked_criteria(criteria) c;
  if (select count(distinct c ->> 'key') + count(distinct lower(c ->> 'label')) <> 2 * count(*) from jsonb_array_elements(wanted) c) then
    perform private.refuse(400, 'invalid_criteria', 'Two criteria cannot be the same.');
  end if;
  update public.rating_criteria k set position = null
   where k.position is not null and k.key not in (select c ->> 'key' from jsonb_array_elements(wanted) c);
  are_changed := found;
  insert into public.rating_criteria as k (key, label, position, anchors)
  select c.key, c.label, c.place, c.anchors
    from jsonb_to_recordset(wanted) as c (key text, label text, place smallint, anchors text[])
  on conflict on constraint rating_criteria_pkey do update
    set label = excluded.label, position = excluded.position, anchors = excluded.anchors
    where (k.label, k.position, k.anchors) is distinct from (excluded.label, excluded.position, excluded.anchors);
  are_changed := are_changed or found;
  if hides_others_until_scored <> kept.hides_others_until_scored then
    -- An owner who switches hiding off or on could read everything in between, so later scores of the caller are no first ones.
    perform private.reveal_others(array(
      select r.application_id from public.application_ratings r where r.reviewer <> auth.uid()
      union
      select s.application_id from public.application_scorecards s where s.reviewer <> auth.uid() and s.overall is not null
      union
      select n.application_id from public.application_notes n where n.author is distinct from auth.uid() and n.removed_at is null));
  end if;
  kept.hides_others_until_scored := coalesce(hides_others_until_scored, kept.hides_others_until_scored);
  update public.review_settings s
     set hides_others_until_scored = kept.hides_others_until_scored, version = seen_version
   where are_changed or (s.hides_others_until_scored, s.version)
     is distinct from (kept.hides_others_until_scored, seen_version);
  perform private.save_first_scorecards(null, null);
  return public.review_scoring();
end
$$;

grant execute on function public.review_scoring, public.review_scoring_save to authenticated;
