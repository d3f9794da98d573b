import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { createMailer, type Mail } from './mailer.ts';

let folder: string;
beforeEach(() => void (folder = newFolder()));

const mail: Mail = { to: 'ada@example.org', subject: 'A subject', text: 'Text.\n', html: '<p>HTML.</p>\n' };

async function send(...mails: Mail[]): Promise<{ outboxDir: string; heads: string[]; paths: string[] }> {
  const outboxDir = join(folder, 'made', 'on demand');
  const paths: string[] = [];
  const mailer = createMailer({ smtpUrl: null, from: 'Acme <a@example.org>', outboxDir }, (path) =>
    paths.push(path),
  );
  for (const each of mails) await mailer.send(each);
  await mailer.close();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return { outboxDir, paths, heads: texts.map((text) => text.split('\r\n\r\n')[0] ?? '') };
}

test('writes each mail to one file that only its owner can read', async () => {
  const { outboxDir, paths, heads } = await send(mail, mail);
  expect((await readdir(outboxDir)).map((name) => join(outboxDir, name)).sort()).toEqual(paths.toSorted());
  expect((await stat(outboxDir)).mode & 0o777).toBe(0o700);
  for (const path of paths) expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(heads[0]).toMatch(/^From: Acme <a@example\.org>\r\nTo: ada@example\.org\r\nSubject: A subject\r\n/m);
});

test('marks each mail as automatic, so that no autoresponder answers', async () => {
  const { heads } = await send(mail, { ...mail, to: 'bob@example.org' });
  for (const head of heads) expect(head).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test.each(['A\r\nBcc: other@example.org', 'A\nBcc: other@example.org', 'A\rBcc: other@example.org'])(
  'adds no header for a subject with a line break: %j',
  async (subject) => {
    const { heads } = await send({ ...mail, subject });
    expect(heads[0]).not.toMatch(/^Bcc:/m);
  },
);

test('check makes the folder, and rejects where it cannot', async () => {
  const outboxDir = join(folder, 'out');
  await createMailer({ smtpUrl: null, from: 'a@example.org', outboxDir }).check();
  expect(await readdir(folder)).toEqual(['out']);
  const below = join(import.meta.dirname, 'mailer.ts', 'out');
  const never = createMailer({ smtpUrl: null, from: 'a@example.org', outboxDir: below });
  await expect(never.check()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(never.send(mail)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
