-- Who changed a row and when stands in the entry itself.
create or replace function private.changed_columns(before jsonb, after jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(key, case
      when jsonb_typeof(value) in ('number', 'boolean') then jsonb_build_array(before -> key, value)
      else 'null' end), '{}')
    from jsonb_each(after)
   where value is distinct from before -> key and key not in ('version', 'updated_at', 'updated_by', 'changed_at', 'changed_by')
$$;

-- Whether applications are taken is a setting, too.
create trigger log_intake
  after update on private.intake
  for each row execute function private.log_settings('settings_changed');
