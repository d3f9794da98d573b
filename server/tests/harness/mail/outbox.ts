import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';

/** The mails captured in a folder, the oldest first. */
export async function readMails(outbox: string): Promise<Email[]> {
  if (!existsSync(outbox)) return [];
  const files = readdirSync(outbox, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
    .map(({ name }) => name)
    .sort();
  return Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(outbox, name)))));
}
