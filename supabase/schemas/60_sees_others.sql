-- Who sees what others think.

-- Whether a member sees what others think of an application: always, or once their own scores are complete.
create function private.sees_others(of_application uuid, of_member uuid) returns boolean
language sql stable set search_path = ''
as $$
  select not (select s.hides_others_until_scored from public.review_settings s)
    or not exists (
      select from public.rating_criteria c
       where not exists (
         select from public.application_ratings r
          where r.application_id = of_application and r.reviewer = of_member and r.criterion = c.key));
$$;

revoke all on function private.sees_others(uuid, uuid) from public, anon, authenticated;
