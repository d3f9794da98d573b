import { applicationQuestions } from '@solostead/contract/questions';

/**
 * Inserts the sample applications numbered `$1 + 1` to `$1 + $2` of `$3` in all, spread over the last `$4` days,
 * oldest first, with the history of their status, scores that fit it, and half of them with evidence. Every one is visibly a sample by its name and its example domains.
 * PostgreSQL generates the values, so a million takes minutes and no memory here.
 */
export const insertSamples = `
with drawn as (
  select
    n,
    now() - $4::integer * interval '1 day' * (1 - n::double precision / $3::integer)
      - random() * interval '30 minutes' as at,
    (array['Amber','Birch','Cedar','Clover','Coral','Dune','Ember','Fern','Flint','Harbor','Hazel','Indigo','Iris',
      'Juniper','Lark','Linden','Maple','Marlow','Onyx','Opal','Pine','Quill','Reed','Rowan','Sage','Sorrel','Terra',
      'Vale','Willow','Wren'])[1 + floor(random() * 30)::integer] as given,
    (array['Anchor','Beacon','Canyon','Delta','Estuary','Fjord','Glacier','Heath','Isle','Jetty','Knoll','Lagoon',
      'Meadow','Narrows','Orchard','Prairie','Quarry','Ridge','Summit','Tundra','Upland','Valley','Weir','Yonder',
      'Zenith'])[1 + floor(random() * 25)::integer] as family,
    'builder-' || to_char(n, 'FM0000000') as handle,
    (array['builders.example','studio.example','makers.example','solo.example','mail.example'])[1 + n % 5] as host,
    (array['logistics','dental practices','music','energy','farming','schools','law firms','insurance','travel','retail',
      'construction','health','games','film','accounting','public services'])[1 + floor(random() * 16)::integer]
      || ', ' || (array['marketplaces','workflow automation','field service','compliance','booking','analytics',
      'developer tools','training','payments','inventory'])[1 + floor(random() * 10)::integer] as sectors,
    -- Every second one has evidence, which needs a confirmed address.
    n % 2 = 0 or random() < 0.64 as confirmed,
    (array['submitted','submitted','submitted','in_review','in_review','interview','accepted','declined','declined',
      'declined','declined','withdrawn'])[
        -- Recent applications are still waiting. Most old ones were decided.
        1 + least(11, floor(12 * random() ^ (0.35 + 1.8 * (n::double precision / $3::integer) ^ 4)))::integer
      ] as status,
    random() as wait,
    case when random() < 0.15
      then array[(array['strong','follow up','portfolio','referral','later'])[1 + floor(random() * 5)::integer]]
      else '{}'::text[]
    end as tags,
    random() as worth,
    (array['direct','direct','direct','newsletter','podcast','search.example','forum.example','referral'])[
      1 + floor(random() * 8)::integer] as source
  from generate_series($1::integer + 1, $1::integer + $2::integer) as n
),
tagged as (
  insert into public.review_tags (name) select distinct unnest(tags) from drawn on conflict do nothing
),
made as (
  insert into public.applications (
    created_at, name, email, linkedin, linkedin_profile, sectors, ${applicationQuestions.join(', ')}, email_confirmed_at,
    confirmation_mail, status, first_status, version, tags, rating, status_changed_at, first_reviewed_at, decided_at, source,
    first_touch, questions_version, answered_at, notified_at, interviewed_at, accepted_at
  )
  select
    d.at, d.given || ' Sample ' || d.family, d.handle || '@' || d.host,
    'https://www.linkedin.com/in/sample-' || d.handle, 'sample-' || d.handle, d.sectors,
    ${applicationQuestions.map(() => 'true').join(', ')},
    case when d.confirmed or d.status not in ('submitted', 'declined')
      then least(d.at + d.wait * interval '40 minutes', now())
    end,
    'sent', d.status, nullif(d.status, 'submitted'), case d.status when 'submitted' then 1 else 2 end, d.tags,
    case d.status
      when 'accepted' then 4 + floor(d.worth * 5) / 4
      when 'interview' then 3.25 + floor(d.worth * 6) / 4
      when 'declined' then 1 + floor(d.worth * 8) / 4
      else 0
    end,
    case when d.status = 'submitted' then d.at else least(d.at + d.wait * interval '60 hours', now()) end,
    case when d.status not in ('submitted', 'withdrawn') then least(d.at + d.wait * interval '40 hours', now()) end,
    case when d.status in ('accepted', 'declined') then least(d.at + d.wait * interval '60 hours', now()) end,
    d.source,
    case when d.source <> 'direct' then jsonb_build_object('source', d.source, 'landing', '/') end,
    (select max(version) from public.question_sets),
    answered.at, answered.at,
    case when d.status in ('interview', 'accepted') or (d.status = 'declined' and d.wait < 0.25)
      then least(d.at + d.wait * interval '50 hours', now())
    end,
    case when d.status = 'accepted' then least(d.at + d.wait * interval '60 hours', now()) end
  from drawn d
  cross join lateral (
    select case when private.is_answer(d.status) then least(d.at + d.wait * interval '60 hours', now()) end as at
  ) answered
  returning id, status, status_changed_at, linkedin_profile, sectors, email_confirmed_at
),
shown as (
  insert into public.application_evidence (application_id, link, repository, words, saved_at)
  select m.id, 'https://' || replace(split_part(m.sectors, ', ', 2), ' ', '-') || '-' || v.number || '.example/',
         case when v.number % 3 = 0 then 'https://code.example/' || m.linkedin_profile end,
         upper(left(split_part(m.sectors, ', ', 2), 1)) || substr(split_part(m.sectors, ', ', 2), 2) || ' for ' || split_part(m.sectors, ', ', 1) || ', built alone in '
           || (2 + v.number % 7) || ' weeks with AI agents. ' || (3 + v.number % 40) || ' teams pay for it every month.',
         m.email_confirmed_at
    from made m
   cross join lateral (select right(m.linkedin_profile, 7)::integer as number) v
   where v.number % 2 = 0
)
insert into public.application_events (application_id, at, actor_email, kind, detail)
select m.id, m.status_changed_at, 'sample-reviewer@lab.example', 'moved',
       jsonb_build_object('from', case m.status
         when 'in_review' then 'submitted' when 'interview' then 'in_review' when 'accepted' then 'interview'
         when 'declined' then 'in_review' else 'submitted' end, 'to', m.status)
  from made m
 where m.status <> 'submitted'`;
