-- However many mails wait, a claim walks the index of what is due in its order and stops when it has enough: read
-- otherwise, all that wait would be looked up and sorted for each claim.
alter function public.claim_due_mails(integer) set enable_sort = off;
alter function public.claim_due_mails(integer) set enable_bitmapscan = off;
