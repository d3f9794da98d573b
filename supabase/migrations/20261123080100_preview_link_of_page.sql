-- The mail as the applicant would receive it, by the functions that write it. `has_page`: a link to the applicant's page
-- follows its words.
create or replace function public.review_mail_preview(application_id uuid, subject text, body text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  mail jsonb;
  a public.applications;
begin
  perform private.demand('reader');
  mail := private.checked_mail(
    jsonb_build_object('subject', review_mail_preview.subject, 'body', review_mail_preview.body));
  select * into a from public.applications where id = review_mail_preview.application_id;
  if not found then
    raise sqlstate 'PT404' using message = 'This application is no longer there.';
  end if;
  return jsonb_build_object(
    'to', a.email, 'has_page', a.email_confirmed_at is not null,
    'subject', private.fill_template(mail ->> 'subject', a), 'body', private.fill_template(mail ->> 'body', a)
  );
end
$$;
