// A project's mails as the server writes them, for tests of its templates.
export { codeMail, fillTemplate, readTemplates } from '../../src/auth/accounts/mail/templates.ts';
export { templateNames } from '../../src/configuration/config-toml/auth-messages.ts';
export { createMailer } from '../../src/mail/mailer.ts';
