import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../mails/mail.ts';
import { createMailer } from './mailer.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const mail: Mail = {
  to: 'sample@example.org',
  subject: 'A subject',
  text: 'Text.\n',
  html: '<p>HTML.</p>\n',
};

/** Captures mails and returns the header names and values of each, unfolded. */
async function captured(...mails: Mail[]) {
  const outboxDir = join(folder, 'made', 'for it');
  const paths: string[] = [];
  const mailer = createMailer({ smtpUrl: null, from: 'Lab <lab@example.org>', outboxDir }, (path) =>
    paths.push(path),
  );
  for (const each of mails) await mailer.send(each);
  await mailer.close();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  const heads = texts.map((text) => {
    const [head = ''] = text.split('\r\n\r\n');
    const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
    return new Map(
      lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
    );
  });
  return { outboxDir, paths, texts, heads };
}

test('captures each mail as one file that only its owner can read', async () => {
  const { outboxDir, paths } = await captured(mail, mail);
  expect((await readdir(outboxDir)).sort()).toEqual(
    paths.map((path) => path.slice(outboxDir.length + 1)).sort(),
  );
  expect(new Set(paths).size).toBe(2);
  for (const path of paths)
    expect(path).toMatch(/\/\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-[0-9a-f]{8}\.eml$/);
  expect(((await stat(outboxDir)).mode & 0o777).toString(8)).toBe('700');
  expect(((await stat(paths[0]!)).mode & 0o777).toString(8)).toBe('600');
});

test('has sender, recipient and subject in its headers, and both parts', async () => {
  const { heads, texts } = await captured(mail);
  expect(heads[0]!.get('From')).toBe('Lab <lab@example.org>');
  expect(heads[0]!.get('To')).toBe('sample@example.org');
  expect(heads[0]!.get('Subject')).toBe('A subject');
  expect(heads[0]!.get('Content-Type')).toMatch(/^multipart\/alternative;/);
  expect(texts[0]).toMatch(
    /Content-Type: text\/plain[\s\S]*Text\.[\s\S]*Content-Type: text\/html[\s\S]*<p>HTML\.<\/p>/,
  );
});

test.each(['A\r\nBcc: other@example.org', 'A\nBcc: other@example.org', 'A\rBcc: other@example.org'])(
  'a subject with a line break adds no header: %j',
  async (subject) => {
    const { heads } = await captured({ ...mail, subject });
    expect(heads[0]!.has('Bcc')).toBe(false);
    expect(heads[0]!.get('To')).toBe('sample@example.org');
  },
);

test('a subject beyond ASCII travels encoded', async () => {
  const { heads, texts } = await captured({ ...mail, subject: 'Grüße 😀' });
  expect(heads[0]!.get('Subject')).toMatch(/^=\?UTF-8\?/);
  expect(texts[0]!.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/);
});

test('is ready once its folder exists', async () => {
  const ready = createMailer({ smtpUrl: null, from: 'a@example.org', outboxDir: join(folder, 'out') });
  await ready.check();
  expect(await readdir(folder)).toEqual(['out']);
  const file = join(import.meta.dirname, 'mailer.ts');
  const never = createMailer({ smtpUrl: null, from: 'a@example.org', outboxDir: join(file, 'out') });
  await expect(never.check()).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(never.send(mail)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
