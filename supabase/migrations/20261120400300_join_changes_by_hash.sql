-- A session keeps the plan it made for its first change. Made for one row, it compared every row before with every row
-- after: of six thousand, for eighteen seconds. Whatever the first was like, both sides are now met by key.
alter function private.record_application_changes() set enable_nestloop = off;
