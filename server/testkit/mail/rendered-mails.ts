// A project's mails as the server writes them, for tests of its templates.
export { codeMail, fillTemplate, readTemplates } from '../../src/auth/accounts/mail/templates.ts';
export { templateNames } from '../../src/configuration/config-toml/auth-messages.ts';
export { createMailer } from '../../src/mail/mailer.ts';

/** The values that a code mail may name; one address is hostile in HTML. */
export const variables = {
  SiteURL: 'https://lab.example',
  Token: '123456',
  TokenHash: 'abc',
  ConfirmationURL: 'https://lab.example/auth/v1/verify?token=abc&type=email',
  PageURL: 'https://lab.example/auth/v1/verify/page?token=abc&type=email',
  RedirectTo: 'https://lab.example',
  Email: 'ada@example.org',
  NewEmail: 'ada"<b>@example.org',
};
