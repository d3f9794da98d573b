-- A trigger in place of INSERT, UPDATE or DELETE makes a view writable.

do $$
begin
  create event trigger pgrst_trigger_watch on ddl_command_end
    when tag in ('CREATE TRIGGER') execute function extensions.pgrst_ddl_watch();
exception
  when insufficient_privilege or undefined_function then null;
end
$$;
