-- Mails that a later move overtook on their way are dropped; what others wrote is no name, notes that are read are logged,
-- and a person's download holds no member's ids.

-- A mail that was on its way to the mail server while a move or an undo overtook it does not go another time. A writer of
-- this state holds the application.
create function private.drop_overtaken_mail() returns trigger
language plpgsql security definer
set search_path = '' set enable_seqscan = off set plan_cache_mode = force_generic_plan set jit = off
as $$
begin
  if new.is_former or exists (
    select from public.applications a where a.id = new.application_id and a.status <> new.about
  ) then
    new.state := 'dropped';
    -- By these words an undo finds it.
    new.last_error := 'overtaken by another move';
    perform private.record_event(new.application_id, 'mail_cancelled', '{}');
  end if;
  return new;
end
$$;

create trigger drop_overtaken_mail
  before update of state on public.application_mails
  for each row when (new.kind = 'review' and old.state = 'sending' and new.state in ('due', 'sending'))
  execute function private.drop_overtaken_mail();

revoke all on function private.drop_overtaken_mail() from public, anon, authenticated;

create function pg_temp.write_into(of_function regprocedure, old_words text, new_words text) returns void
language plpgsql
as $$
declare
  definition text := pg_get_functiondef(of_function);
begin
  if (length(definition) - length(replace(definition, old_words, ''))) <> length(old_words) then
    raise exception '% is not as this migration knows it.', of_function;
  end if;
  execute replace(definition, old_words, new_words);
end
$$;

select pg_temp.write_into(
  'private.mention_pattern(text, uuid)',
  $old$  select '@' || private.as_pattern(mention_pattern.name)$old$,
  $new$  select '(?<![[:alnum:]][_%+-]*)@' || private.as_pattern(mention_pattern.name)$new$
);

select pg_temp.write_into(
  'private.forget_name(uuid)',
  $old$     where strpos(v.body, '@' || called.name) > 0
$old$,
  $new$     where v.body ~ called.pattern
$new$
);

select pg_temp.write_into(
  'private.forget_name(uuid)',
  $old$     where strpos(n.body, '@' || called.name) > 0
$old$,
  $new$     where n.body ~ called.pattern
$new$
);

select pg_temp.write_into(
  'private.forget_name(uuid)',
  $old$    delete from private.removed_notes k where strpos(k.kept_note::text, '@' || called.name) > 0;
$old$,
  $new$    delete from private.removed_notes k
     where exists (select from unnest(k.texts) as words where words ~ called.pattern);
$new$
);

select pg_temp.write_into(
  'public.review_note_restore(uuid)',
  $old$  k private.removed_notes;
begin
$old$,
  $new$  k private.removed_notes;
  there public.application_notes;
begin
$new$
);

select pg_temp.write_into(
  'public.review_note_restore(uuid)',
  $old$    if exists (select from public.application_notes n where n.id = review_note_restore.note_id and private.shows_note(n)) then
      return (select private.shown_note(n) from public.application_notes n where n.id = review_note_restore.note_id);
    end if;
$old$,
  $new$    select * into there from public.application_notes n where n.id = review_note_restore.note_id and private.shows_note(n);
    if found then
      perform private.log_opening(there.application_id);
      return private.shown_note(there);
    end if;
$new$
);

select pg_temp.write_into(
  'private.rows_about(uuid)',
  $old$'removed_by', 'kept_note'];$old$,
  $new$'removed_by', 'kept_note',
    'user_id', 'mail_id'];$new$
);

select pg_temp.write_into(
  'public.claim_mails(integer, double precision)',
  $old$             p.turns + extract(epoch from clock_timestamp() - p.counted_at) * per_second
$old$,
  $new$             -- A clock that was set back takes none away.
             p.turns + greatest(0, extract(epoch from clock_timestamp() - p.counted_at)) * per_second
$new$
);

drop function pg_temp.write_into(regprocedure, text, text);
