import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, describe, expect, it } from 'vitest';
import { mailPage } from '../../../../../supabase/functions/_shared/mails/html.ts';
import { codeMail } from './code-mail.ts';
import { type TemplateSettings, fillTemplate, readTemplates } from './templates.ts';
import { templateNames } from '../../../configuration/config-toml/auth-messages.ts';

const root = join(import.meta.dirname, '../../../../..');
const config = parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8')) as unknown as {
  auth: { email: { otp_expiry: number; template: Record<string, TemplateSettings> } };
};
const variables = {
  SiteURL: 'https://lab.example',
  Token: '123456',
  TokenHash: 'abc',
  ConfirmationURL: 'https://lab.example/auth/v1/verify?token=abc&type=email',
  RedirectTo: 'https://lab.example',
  Email: 'ada@example.org',
  NewEmail: 'ada"<b>@example.org',
};

const folder = mkdtempSync(join(tmpdir(), 'solostead-templates-'));
afterAll(() => rmSync(folder, { recursive: true }));

function ownTemplate(html: string) {
  writeFileSync(join(folder, 'own.html'), html);
  return { recovery: { content_path: join(folder, 'own.html') } };
}

describe('the templates in supabase/templates', () => {
  const defaults = readTemplates({}, root);

  it.each(templateNames)('%s has in config.toml the subject of its title, for Supabase', (name) => {
    const said = config.auth.email.template[name];
    expect(said).toEqual({
      subject: defaults[name].subject,
      content_path: `./supabase/templates/${name}.html`,
    });
  });

  it.each(templateNames)('%s looks like the other mails', (name) => {
    const [head = '', foot = ''] = mailPage(defaults[name].subject, '\0').split('\0');
    expect(defaults[name].html.startsWith(head)).toBe(true);
    expect(defaults[name].html.endsWith(foot)).toBe(true);
  });

  it.each(templateNames)('%s says how long its code is good', (name) => {
    expect(config.auth.email.otp_expiry).toBe(3600);
    expect(defaults[name].html).toContain('Works once, within one hour.');
  });

  it.each(templateNames.filter((name) => name !== 'reauthentication'))(
    '%s links to a page of the site, never to the address that opens at once',
    (name) => {
      const filled = fillTemplate(defaults[name].html, variables);
      expect(filled).toContain('href="https://lab.example/admin?token_hash=abc&amp;type=');
      expect(filled).not.toContain('/verify');
    },
  );
});

it('fills in what a template names, escaped in HTML', () => {
  const mail = codeMail(readTemplates({}, root), {
    purpose: 'email_change_new',
    to: 'x@example.org',
    variables,
  });
  expect(mail.html).toContain('the address ada&quot;&lt;b&gt;@example.org.');
  expect(mail.text).toContain('the address ada"<b>@example.org.');
  expect(mail.text).toContain('https://lab.example/admin?token_hash=abc&type=email_change\n');
  expect(mail.text).toMatch(/^123456$/m);
  expect(mail.text).not.toMatch(/[{}]|font|Confirm the change$/m);
});

it('takes a template of one’s own, with the link that opens at once', () => {
  const templates = readTemplates(ownTemplate('<p>{{ .Email }}: {{.ConfirmationURL}}</p>'), root);
  const mail = codeMail(templates, { purpose: 'recovery', to: 'ada@example.org', variables });
  expect(mail.text).toBe(`ada@example.org: ${variables.ConfirmationURL}\n`);
});

it.each(['{{ .Data.name }}', '{{ if .Token }}x{{ end }}', '{{ .Nothing }}'])(
  'refuses %s at start, which it does not fill in',
  (html) => {
    expect(() => readTemplates(ownTemplate(html), root)).toThrow(
      /^auth\.email\.template\.recovery in supabase\/config\.toml is wrong: holds what this server does not fill in: \{\{/,
    );
  },
);

it('names a template that is not there', () => {
  expect(() => readTemplates({ invite: { content_path: './none.html' } }, root)).toThrow(
    /^auth\.email\.template\.invite in supabase\/config\.toml is wrong: content_path cannot be read: /,
  );
});
