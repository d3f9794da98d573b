-- Plain English in the mails that go with a move. Templates that were edited keep their words.

update public.mail_templates as template
set body = format(E'Hello {{name}},\n\n%s\n\nSolostead', better.words)
from (values
  ('in_review', 'we have started to read your application to build in {{sectors}}. You will hear from us again.', 'We have started to read your application to build in {{sectors}}. You will hear from us again.'),
  ('interview', 'we would like to talk with you about what you want to build in {{sectors}}. Please answer this mail with three times that suit you.', 'We would like to talk with you about what you want to build in {{sectors}}. Reply with three times that suit you, and your time zone.'),
  ('accepted', 'we would be glad to have you with us. Your 30 days of onboarding begin when you answer this mail.', 'We would be glad to have you with us. Your 30 days of onboarding begin when you reply to this email.'),
  ('declined', 'thank you for applying. We will not go on with your application this time, and we wish you well with what you build.', 'Thank you for applying. We have decided not to take your application further, and we wish you well with what you build.'),
  ('withdrawn', 'we have withdrawn your application, as you asked. You are welcome to apply again.', 'We have withdrawn your application, as you asked. You are welcome to apply again.')
) as better (status, old, words)
where template.status = better.status
  and template.body = format(E'Hello {{name}},\n\n%s\n\nSolostead', better.old);
