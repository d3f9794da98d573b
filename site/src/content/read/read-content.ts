import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, YAMLParseError } from 'yaml';
import type { z } from 'zod';
import { plural } from '@solostead/contract/plural';
import { applicationQuestions } from '@solostead/contract/questions';
import { contentFiles, type ContentName, type Terms } from '../schema/files.ts';
import type { Offer } from '../schema/offer.ts';
import { fill, type Named, ContentError } from './fill.ts';
import { sentences } from './sentences.ts';

export type Content<Name extends ContentName> = z.infer<(typeof contentFiles)[Name]['shape']>;

/** Parses YAML. A syntax error is one sentence with the file and the line. */
export function parseYaml(text: string, file: string, firstLine = 1): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    const line = (error.linePos?.[0].line ?? 1) + firstLine - 1;
    const reason = error.message.startsWith('Nested mappings')
      ? 'a text with a colon in it needs quotation marks around it'
      : error.message.split(/ at line /)[0];
    throw new ContentError(`${file}: line ${line} cannot be read: ${reason}.`);
  }
}

/** Holds what a file says to its schema. */
export function check<Shape extends z.ZodType>(shape: Shape, value: unknown, file: string): z.infer<Shape> {
  const { data, error } = shape.safeParse(value, { reportInput: true });
  if (error) throw new ContentError(sentences(file, error.issues).join('\n'));
  return data as z.infer<Shape>;
}

/** The files that others take words from. They take none themselves. */
const sources: readonly ContentName[] = ['brand', 'terms', 'offer'];

/** Returns the words that texts may name in braces, the fields of brand.yaml, and the terms and the offer as words. */
export const wordsOf = (folder: string): Named => ({
  ...readContent(folder, 'brand'),
  ...termsWords(readContent(folder, 'terms')),
  offer: offerWords(readContent(folder, 'offer')),
});

/**
 * Reads one file of text, puts in what it takes from brand.yaml, terms.yaml and offer.yaml, and holds it to its schema.
 * @param folder src/content
 * @param name which of the files
 * @throws ContentError with a sentence for each mistake
 */
export function readContent<Name extends ContentName>(folder: string, name: Name): Content<Name> {
  const { file, shape } = contentFiles[name];
  const written = parseYaml(readFileSync(join(folder, file), 'utf8'), file);
  const filled = sources.includes(name) ? written : fill(written, wordsOf(folder), file);
  return check(shape, filled, file) as Content<Name>;
}

/**
 * Returns the terms as words for braces. `{answerDays}` is '10 days', `{retention.withdrawn}` '1 month', `{questions}` the
 * number of screening questions, '7 questions'.
 */
function termsWords({ answerDays, months }: Terms): Named {
  return {
    answerDays: plural(answerDays, 'day'),
    questions: plural(applicationQuestions.length, 'question'),
    retention: Object.fromEntries(
      Object.entries(months).map(([outcome, count]) => [outcome, plural(count, 'month')]),
    ),
  };
}

/**
 * Returns the offer as words for braces. `{offer.builder}` is '75%', `{offer.product}` '90 days', `{offer.firstProduct}`
 * '120', `{offer.places}` '6 places', `{offer.placesMonths}` 'months 7 to 12'.
 */
function offerWords({ builderPercent, labPercent, onboardingDays, productDays, facts }: Offer): Named {
  return {
    builder: `${builderPercent}%`,
    lab: `${labPercent}%`,
    onboarding: plural(onboardingDays, 'day'),
    onboardingDay: `${onboardingDays}`,
    product: plural(productDays, 'day'),
    firstProduct: `${onboardingDays + productDays}`,
    month: `${facts.month}`,
    places: plural(facts.places, 'place'),
    placesMonths: `months ${facts.placesFrom} to ${facts.placesUntil}`,
    revenue: facts.revenue,
    company: facts.company,
    notice: plural(facts.noticeDays, 'day'),
    credit: `${facts.creditDollars.toLocaleString('en-GB')} US dollars`,
  };
}
