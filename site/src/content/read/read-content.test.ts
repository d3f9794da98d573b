import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { applicationQuestions } from '@solostead/contract/questions';
import { applicationStatuses } from '@solostead/contract/statuses';
import { contentFiles, type ContentName } from '../schema/files.ts';
import { readContent } from './read-content.ts';
import { readLegal } from './read-legal.ts';

const written = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'solostead-words-'));
beforeEach(() => cpSync(written, folder, { recursive: true, filter: (path) => !path.endsWith('.ts') }));
afterAll(() => rmSync(folder, { recursive: true }));

/** The split, the periods, the places and the month, as a text would repeat them. */
const FIGURES =
  /\b(75|25) ?%|\b(30|90) days|\bday (30|120)\b|three quarters|\bplaces by\b|\bmonths? (four|seven|7)\b|\bfourth\b|1,000 US/gi;

const names = Object.keys(contentFiles) as ContentName[];

function change(file: string, from: string | RegExp, to: string): void {
  const before = readFileSync(join(folder, file), 'utf8');
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  writeFileSync(join(folder, file), after);
}

describe('a mistake is reported in one sentence with file and field', () => {
  it.each<[ContentName, string | RegExp, string, string]>([
    [
      'landing',
      'headline: The',
      'headline: Here and everywhere the',
      'landing.yaml: hero.headline is too long: at most 32 characters.',
    ],
    ['landing', '    play: Play film\n', '', 'landing.yaml: hero.film.play is missing.'],
    ['landing', 'play: Play film', 'play: [Play, film]', 'landing.yaml: hero.film.play must be a text.'],
    ['landing', 'speed: 0.3', 'speed: 1', 'landing.yaml: hero.film.speed must be 0.3.'],
    [
      'landing',
      'pause:',
      'paused:',
      'landing.yaml: hero.film.pause is missing.\nlanding.yaml: hero.film has a field that nothing shows: paused.',
    ],
    [
      'landing',
      '{ceoProfile}',
      '{ceoProfil}',
      'landing.yaml: {ceoProfil} names a field that brand.yaml, terms.yaml and offer.yaml do not have.',
    ],
    [
      'announcements',
      /  - text: .*\n    href: .*\n/,
      '',
      'announcements.yaml: messages is too short: at least 6 entries.',
    ],
    [
      'questions',
      'answer: One page.',
      'answr: One page.',
      'questions.yaml: builders.entries, entry 15, answer is missing.\nquestions.yaml: builders.entries, entry 15 has a field that nothing shows: answr.',
    ],
    [
      'brand',
      'contact: hello@',
      'contact: hello at ',
      'brand.yaml: email.contact is not written as it must be: email.',
    ],
    [
      'brand',
      'slogan: A',
      'slogan: Lab: a',
      'brand.yaml: line 5 cannot be read: a text with a colon in it needs quotation marks around it.',
    ],
  ])('in %s', (name, from, to, sentence) => {
    change(contentFiles[name].file, from, to);
    expect(() => readContent(folder, name)).toThrow(expect.objectContaining({ message: sentence }));
  });

  it('in a legal page', () => {
    change('legal/privacy.md', 'title: Privacy\n', '');
    expect(() => readLegal(folder, 'privacy')).toThrow(/^legal\/privacy\.md: title is missing\.$/);
    change('legal/imprint.md', /^---\n/, '');
    expect(() => readLegal(folder, 'imprint')).toThrow(/^legal\/imprint\.md: the file must begin with/);
  });
});

it('replaces names in braces with texts of the brand, in every text', () => {
  change('brand.yaml', 'name: Solostead', 'name: Atelier');
  for (const name of names.filter((other) => other !== 'brand'))
    expect(JSON.stringify(readContent(folder, name))).not.toMatch(/Solostead|\{[a-z]+\}/);
  expect(readContent(folder, 'landing').model.title).toBe('The Atelier Model');
});

it('allows 75% and 25% in rules, model, banner, questions and agreement only', () => {
  const isShown = (value: unknown) => /(75|25)\s?%/.test(JSON.stringify(value));
  const { rules, model, ...others } = readContent(folder, 'landing');
  expect([rules, model].map(isShown)).toEqual([true, true]);
  expect(Object.entries(others).filter(([, section]) => isShown(section))).toEqual([]);
  expect(isShown(readContent(folder, 'caseStudy'))).toBe(false);
});

it('states at the button how many questions the form has', () => {
  expect(readContent(folder, 'landing').hero.effort).toContain(`${applicationQuestions.length} questions`);
});

it('takes the answer time and the retention time from the terms', () => {
  change('terms.yaml', /answerDays: \d+/, 'answerDays: 14');
  change('terms.yaml', /reapply: \d+/, 'reapply: 1');
  change('terms.yaml', /declined: \d+/, 'declined: 2');
  expect(JSON.stringify(readContent(folder, 'questions'))).toContain('application within 14\u00a0days');
  expect(readContent(folder, 'joinForm').promise).toContain('within 14\u00a0days');
  expect(readContent(folder, 'confirmEmail').success.promise).toContain('within 14\u00a0days');
  expect(readLegal(folder, 'privacy').body).toMatch(/\| declined +\| for 2.months/);
});

it.each(applicationStatuses)(
  'says on the page about privacy how long an application is kept that is %s, by the name on its own page',
  (status) => {
    const { body } = readLegal(folder, 'privacy');
    const { label } = readContent(folder, 'myApplication').standing.statuses[status];
    expect(body).toMatch(
      new RegExp(`\\| ${label.toLowerCase()} +\\| (until a decision|for \\d+\u00a0months?) +\\|`),
    );
    expect(body).toMatch(/We answer within \d+\u00a0days\. Until we tell you that we accept or decline it/);
  },
);

it.each(names)('calls no application or place open in %s, because pages are static', (name) => {
  expect(
    JSON.stringify(readContent(folder, name)).match(/(places?|applications) (are )?open\b/gi),
  ).toBeNull();
});

describe('figures of the offer', () => {
  const files = readdirSync(written, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(yaml|md)$/.test(file) && file !== 'offer.yaml',
  );

  it.each(files)('are not written a second time in %s', (file) => {
    const text = readFileSync(join(written, file), 'utf8').replace(/^ *#.*$/gm, '');
    expect(text.match(FIGURES)).toBeNull();
  });

  it('reach every page from one file', () => {
    change('offer.yaml', 'places: 6', 'places: 1');
    change('offer.yaml', 'placesUntil: 12', 'placesUntil: 9');
    change('offer.yaml', 'noticeDays: 30', 'noticeDays: 45');
    expect(readContent(folder, 'landing').hero.effort).toMatch(/· 1\u00a0place$/);
    for (const name of ['announcements', 'questions', 'landing'] as const)
      expect(JSON.stringify(readContent(folder, name))).toContain('months 7 to 9');
    for (const name of ['questions', 'agreement'] as const)
      expect(JSON.stringify(readContent(folder, name))).toContain('45\u00a0days’ notice');
  });

  it('do not open more places than the roadmap plans', () => {
    const { placesFrom, placesUntil, places } = readContent(folder, 'offer').facts;
    const planned = (until: number) =>
      readContent(folder, 'landing').roadmap.targets.findLast(({ month }) => month <= until)!.developersInAll;
    expect(places).toBeLessThanOrEqual(planned(placesUntil) - planned(placesFrom));
  });
});
