-- These read and write as many rows as there are. Their definitions were replaced after 20261122140000 had set it, and a
-- replaced function keeps the settings of its last definition alone.
alter function public.review_undo(uuid) set jit = off;
alter function public.review_export(jsonb, jsonb, integer) set jit = off;
