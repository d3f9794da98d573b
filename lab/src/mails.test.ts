import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'smol-toml';
import { afterAll, describe, expect, it } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import {
  codeMail,
  createMailer as serverMailer,
  fillTemplate,
  readTemplates,
  templateNames,
  variables,
} from '@solostead/server-testkit/mail/rendered-mails';
import { createMailer as functionsMailer } from '../../supabase/functions/_shared/mail-delivery/mailer.ts';
import { mailPage } from '../../supabase/functions/_shared/mails/html.ts';

const root = join(import.meta.dirname, '../..');
const config = parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8')) as unknown as {
  auth: { email: { otp_expiry: number; template: Record<string, object> } };
};

const purposes = {
  confirmation: 'signup',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change_new',
  reauthentication: 'reauthentication',
} as const;

describe('the templates in supabase/templates', () => {
  const templates = readTemplates({}, root);

  it.each(templateNames)(
    '%s has the same title as its subject in config.toml, which Supabase uses',
    (name) => {
      expect(config.auth.email.template[name]).toEqual({
        subject: templates[name].subject,
        content_path: `./supabase/templates/${name}.html`,
      });
    },
  );

  it.each(templateNames)('%s looks like the other mails', (name) => {
    const [head = '', middle = '', foot = ''] = mailPage(templates[name].subject, '\0', '\0').split('\0');
    const [start, afterPreheader = ''] = templates[name].html.split(/(?<=<div style="display:none">)/);
    expect(start).toBe(head);
    expect(afterPreheader).toContain(middle);
    expect(afterPreheader.indexOf(middle)).toBeGreaterThan(0);
    expect(afterPreheader.endsWith(foot)).toBe(true);
  });

  it.each(templateNames)(
    '%s reads well as text: its button has its address, and no preheader comes first',
    (name) => {
      const filled = { ...templates, [name]: templates[name] };
      const { text } = codeMail(filled, { purpose: purposes[name], to: 'ada@example.org', variables });
      expect(text.split('\n\n')[0]).toBe('Solostead');
      expect(text).not.toMatch(/Or open this address|^: /m);
      if (name !== 'reauthentication')
        expect(text).toMatch(/^[A-Z][\w ]+: https:\/\/lab\.example\/admin\S+$/m);
    },
  );

  it.each(templateNames)('%s names the lifetime of its code', (name) => {
    expect(config.auth.email.otp_expiry).toBe(3600);
    expect(templates[name].html).toContain('works once and expires in an hour.');
  });

  it.each(templateNames.filter((name) => name !== 'reauthentication'))(
    '%s links to a page of the site, never to the address that signs in at once',
    (name) => {
      const filled = fillTemplate(templates[name].html, variables);
      expect(filled).toContain('href="https://lab.example/admin?token_hash=abc&amp;type=');
      expect(filled).not.toContain('/verify');
    },
  );
});

describe("the server's mailer and the functions' mailer", () => {
  const folder = newFolder(afterAll);

  it.each([
    ['beyond ASCII', 'Grüße', 'Subject: =?UTF-8?'],
    ['with a line break', 'A\r\nBcc: other@example.org', 'Subject: A Bcc: other@example.org'],
  ])('write the same file for the same mail with a subject %s', async (_what, subject, line) => {
    // The functions mark a mail per kind, the server marks all of its mails.
    const headers = { 'Auto-Submitted': 'auto-generated' };
    const mail = { to: 'ada@example.org', subject, text: 'Text.\n', html: '<p>HTML.</p>\n', headers };
    const files = [];
    for (const [name, create] of Object.entries({ serverMailer, functionsMailer })) {
      const outboxDir = join(folder, name);
      const settings = { smtpUrl: null, from: 'Lab <lab@example.org>', connections: 1, outboxDir };
      const path = await new Promise<string>((resolve, reject) => {
        create(settings, resolve).send(mail).catch(reject);
      });
      files.push({
        name: basename(path).replaceAll(/[0-9a-f]/g, '0'),
        mode: statSync(path).mode,
        folderMode: statSync(join(folder, name)).mode,
        text: readFileSync(path, 'utf8')
          .replace(/^(Message-ID|Date): .*$/gim, '$1')
          .replaceAll(/--_NmP-[^\s"]+/g, 'boundary'),
      });
    }
    expect(files[0]!.text).toContain(line);
    expect(files[1]).toEqual(files[0]);
  });

  it('of the functions cannot be ready or send where no folder can be made', async () => {
    const outboxDir = join(import.meta.dirname, 'mails.test.ts', 'out');
    const mailer = functionsMailer({ smtpUrl: null, from: 'lab@example.org', connections: 1, outboxDir });
    await expect(mailer.check()).rejects.toMatchObject({ code: 'ENOTDIR' });
    const mail = { to: 'ada@example.org', subject: 'A', text: 'A', html: 'A' };
    await expect(mailer.send(mail)).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
