-- History of members who were erased before it told them from the system: what only a person does, and what belongs to a
-- batch, which only a person begins, is theirs. A mail or a bounce of then may be either's and stays the system's.
update public.application_events e
   set actor_email = ''
 where e.actor is null and e.actor_email is null
   and (
     e.kind in (
       'rated', 'noted', 'note_edited', 'note_removed', 'answered', 'answer_removed', 'bounce_cleared', 'interview_set',
       'interview_cleared', 'mail_retried')
     or e.batch_id is not null
   );
