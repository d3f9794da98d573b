import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';
import { postalAddress } from '@solostead/contract/postal-address';
import { fill, type Named, ContentError } from './fill.ts';
import { legalShape, type legalPages } from '../schema/files.ts';
import { check, parseYaml, wordsOf } from './read-content.ts';

export type LegalPage = (typeof legalPages)[number];

/** Returns the words that a legal page may name in braces, those of every text, the postal address in lines and the time to confirm an address. */
const legalWords = (folder: string): Named => ({
  ...wordsOf(folder),
  addressLines: postalAddress.join('  \n'),
  confirmationPeriod: CONFIRMATION_PERIOD,
});

/**
 * Reads one legal page, fields between two lines of `---`, then Markdown.
 * @param folder src/content
 * @throws ContentError with a sentence for each mistake
 */
export function readLegal(
  folder: string,
  page: LegalPage,
): { data: z.infer<typeof legalShape>; body: string } {
  const file = `legal/${page}.md`;
  const [, head, body] = /^---\n(.*?)\n---\n(.*)$/s.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
  if (head === undefined || body === undefined) {
    throw new ContentError(
      `${file}: the file must begin with its title and description between two lines of ---.`,
    );
  }
  const words = legalWords(folder);
  const data = check(legalShape, fill(parseYaml(head, file, 2), words, file), file);
  return { data, body: fill(body, words, file) };
}
