-- PostgreSQL with LLVM compiles plans whose cost it thinks is high: up to half a second of processor time for statements
-- that take milliseconds. Up to version 17 a kind of plan that is switched off (enable_nestloop, enable_seqscan) and
-- cannot be avoided costs ten thousand million, so that each change of an application was compiled anew. The setting
-- belongs to the functions: poolers drop what a connection asks for.
do $$
declare
  costly regprocedure;
begin
  for costly in
    select p.oid
      from pg_catalog.pg_proc p
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
       and (
         exists (select from unnest(p.proconfig) as setting where setting ~ '^enable_\w+=off$')
         -- These read and write as many rows as there are; the others that do have the setting already.
         or p.proname in (
           'fold_application_tally', 'tally_applications_anew', 'release_applications', 'queue_forgotten_mails',
           'review_list', 'review_export', 'review_many', 'review_undo', 'review_pulse'
         )
       )
  loop
    execute format('alter function %s set jit = off', costly);
  end loop;
end
$$;
