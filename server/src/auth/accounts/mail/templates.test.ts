import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { variables } from '@solostead/server-testkit/mail/rendered-mails';
import { codeMail, readTemplates } from './templates.ts';

const folder = newFolder(afterAll);

function ownTemplate(html: string) {
  writeFileSync(join(folder, 'own.html'), html);
  return { recovery: { content_path: join(folder, 'own.html') } };
}

it('fills in what a template names, escaped in HTML', () => {
  const html = `<title>Confirm</title><p>For {{ .NewEmail }}:
<a class="button" href="{{ .SiteURL }}/account?token_hash={{ .TokenHash }}">Confirm the change</a></p>
<p>{{ .SiteURL }}/account?token_hash={{ .TokenHash }}</p><p>{{ .Token }}</p>`;
  writeFileSync(join(folder, 'change.html'), html);
  const settings = { email_change: { content_path: './change.html' } };
  const templates = readTemplates(settings, folder);
  const mail = codeMail(templates, { purpose: 'email_change_new', to: 'x@example.org', variables });
  expect(mail.subject).toBe('Confirm');
  expect(mail.html).toContain('For ada&quot;&lt;b&gt;@example.org:');
  expect(mail.text).toBe(
    'For ada"<b>@example.org:\nConfirm the change: https://lab.example/account?token_hash=abc\n\n123456\n',
  );
});

it('takes the title of a template whose subject is empty', () => {
  const settings = { recovery: { ...ownTemplate('<title>Own</title>').recovery, subject: '' } };
  const mail = codeMail(readTemplates(settings, folder), {
    purpose: 'recovery',
    to: 'x@example.org',
    variables,
  });
  expect(mail.subject).toBe('Own');
});

it('accepts a custom template, with the link that opens at once', () => {
  const templates = readTemplates(ownTemplate('<p>{{ .Email }}: {{.ConfirmationURL}}</p>'), folder);
  const mail = codeMail(templates, { purpose: 'recovery', to: 'ada@example.org', variables });
  expect(mail.text).toBe(`ada@example.org: ${variables.ConfirmationURL}\n`);
});

it('links to a page with a button where a project has no template', () => {
  const templates = readTemplates({}, folder);
  for (const purpose of ['signup', 'invite', 'magiclink', 'recovery', 'email_change_new'] as const) {
    const { html, text } = codeMail(templates, { purpose, to: 'ada@example.org', variables });
    expect(text).toContain(variables.PageURL);
    expect(html).not.toContain('/verify?');
  }
});

it.each(['{{ .PageURL }}', '{{ .Data.name }}', '{{ if .Token }}x{{ end }}', '{{ .Nothing }}'])(
  'refuses to start with the unsupported variable %s',
  (html) => {
    expect(() => readTemplates(ownTemplate(html), folder)).toThrow(
      /^auth\.email\.template\.recovery in supabase\/config\.toml is wrong: holds what this server does not fill in: \{\{/,
    );
  },
);

it('names a missing template', () => {
  expect(() => readTemplates({ invite: { content_path: './none.html' } }, folder)).toThrow(
    /^auth\.email\.template\.invite in supabase\/config\.toml is wrong: content_path cannot be read: /,
  );
});

it('fills in the metadata of an invited account, escaped, and leaves out what is missing or no text', () => {
  const html =
    '<title>Invitation</title><p>{{ .Data.by }} invites you{{ .Data.missing }}{{ .Data.list }}.</p>';
  writeFileSync(join(folder, 'invite.html'), html);
  const templates = readTemplates({ invite: { content_path: './invite.html' } }, folder);
  const Data = { by: 'Ada <b>', list: ['x'] };
  const mail = codeMail(templates, {
    purpose: 'invite',
    to: 'x@example.org',
    variables: { ...variables, Data },
  });
  expect(mail.html).toContain('<p>Ada &lt;b&gt; invites you.</p>');
  expect(mail.text).toBe('Ada <b> invites you.\n');
});

it('refuses metadata in another template than that of invitations', () => {
  expect(() => readTemplates(ownTemplate('<title>x</title>{{ .Data.by }}'), folder)).toThrow(
    'holds what this server does not fill in: {{ .Data.by }}',
  );
});
