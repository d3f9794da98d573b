-- A new application waits in the search index's list of pending entries, which every search reads too. At the default
-- 4 MB, every three-thousandth applicant waited while the list was worked in; now autovacuum does that every minute in
-- which a thousand rows changed, and an applicant only where sixteen times as many came.
alter index public.applications_search_idx set (gin_pending_list_limit = 16384);
alter table public.applications set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0);
