-- Nothing looks applications up by the questions they answered, and none of the questions is ever removed: a new application
-- pays for the index, and once the questions are worded anew each would be in it.

drop index public.applications_questions_version_idx;
