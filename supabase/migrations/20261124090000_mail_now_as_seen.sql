-- A mail that is sent later is about the status that was shown: when it has changed meanwhile, nothing is sent.

drop function public.review_mail_now(uuid, jsonb);

-- For reviewers: mails an applicant who was not told where they stand; `mail` as with a move. `seen_status`: the status that
-- its words are about; when another one holds, nothing is sent. Answers the row and when the mail leaves.
create function public.review_mail_now(application_id uuid, mail jsonb, seen_status text default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  a public.applications := private.application_to_mail(application_id);
  queued jsonb;
begin
  if mail is null then
    raise invalid_parameter_value using message = 'A mail has words.';
  end if;
  if a.status <> seen_status then
    raise sqlstate 'PT409' using
      message = 'The status has changed since you opened this. No mail was sent.',
      detail = jsonb_build_object('row', private.list_row(a, 'created'))::text;
  end if;
  if not a.not_told then
    raise sqlstate 'PT422' using message = 'The applicant was told, or a mail is on its way.';
  end if;
  if a.email_bounced_at is not null then
    raise sqlstate 'PT422' using message = 'Mails to this address bounce. Take the mark off first.';
  end if;
  queued := private.queue_mails_about(array[a.id], a.status, private.mail_to_send(mail || '{"to": "any"}', a.status), null);
  if (queued ->> 'mailed')::integer = 0 then
    raise sqlstate 'PT422' using message = 'The address is not confirmed.';
  end if;
  update public.applications t set not_told = false where t.id = a.id returning * into a;
  return queued || jsonb_build_object('row', private.list_row(a, 'created'));
end
$$;

revoke all on function public.review_mail_now(uuid, jsonb, text) from public, anon, authenticated;
grant execute on function public.review_mail_now(uuid, jsonb, text) to authenticated;
