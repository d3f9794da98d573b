-- On the floor `top`.
-- The rights of the API's roles in the schema private, which they cannot reach by name. They may run the functions that
-- their own statements need. Rules and indexes of a new application run with the rights of the inserting role, a policy
-- with the caller's.

grant execute on function private.email_key, private.is_visible_text, private.is_email, private.is_profile_address,
  private.is_status, private.is_mail_state, private.is_source, private.application_document, private.folded,
  private.folded_letters,
  private.is_answer, private.promise, private.promise_since to anon, authenticated, service_role;

grant execute on function private.session_lives, private.trimmed to authenticated;
grant execute on function private.is_saved_view to authenticated, service_role;
