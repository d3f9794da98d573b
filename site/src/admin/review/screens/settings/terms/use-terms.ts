import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call, answered, table } from '../../../kernel/data/call.ts';
import { useSettingSave } from '../parts/use-setting-save.ts';
import { maybe } from '../../../kernel/data/shapes/row.ts';

/** The name of each term, in the order of the form. */
export const fieldNames = {
  answer_days: 'Days until an answer',
  unconfirmed_months: 'Months an unconfirmed application is kept',
  declined_months: 'Months a declined application is kept',
  withdrawn_months: 'Months a withdrawn application is kept',
  accepted_months: 'Months an accepted application is kept',
  reapply_months: 'Months until a declined applicant may apply again',
  access_log_months: 'Months the access log is kept',
} as const;

export type Term = keyof typeof fieldNames;

export const termNames = Object.keys(fieldNames) as readonly Term[];

/** Terms as stored or as typed. */
export type Spelled = Readonly<Record<Term, string | number>> & { readonly publishes_figures: boolean };

/** Returns each term's name and its value in words. */
export const spellTerms = (terms: Spelled): (readonly [name: string, value: string])[] => [
  ...termNames.map((name) => [fieldNames[name], String(terms[name])] as const),
  ['Figures on the site', terms.publishes_figures ? 'shown' : 'hidden'],
];

const ofEach = <Value>(valueOf: (name: Term) => Value) =>
  Object.fromEntries(termNames.map((name) => [name, valueOf(name)])) as Record<Term, Value>;

const termFields = { ...ofEach(() => z.number()), publishes_figures: z.boolean() };

/** The lab's promises, one row. */
const termsShape = z.object({ ...termFields, version: z.number() });

export type Terms = z.output<typeof termsShape>;

const termsChange = z.object({
  id: z.number(),
  at: z.string(),
  actor_email: maybe,
  before: z.object(termFields),
  after: z.object(termFields),
});

export const termsQuery = queryOptions({
  queryKey: ['terms'],
  queryFn: () => answered(table('lab_terms').select().single(), termsShape),
});

/** The latest changes of the terms, the last one first. */
export const termsChangesQuery = queryOptions({
  queryKey: ['terms', 'changes'],
  queryFn: () =>
    answered(
      table('lab_terms_changes').select().order('id', { ascending: false }).limit(10),
      z.array(termsChange),
    ),
});

/** The share of answers in time and their median, counted once a week. */
const promiseFigures = z.object({
  counted_on: maybe,
  people_due: z.number(),
  people_answered: z.number(),
  percent_in_time: z.nullable(z.number()),
  median_days: z.nullable(z.number()),
});

export const figuresQuery = queryOptions({
  queryKey: ['terms', 'figures'],
  queryFn: async () => (await call('review_promise', {}, z.object({ figures: promiseFigures }))).figures,
});

const built = z.object({ answerDays: z.number(), months: z.record(z.string(), z.number()) });

type Built = z.output<typeof built>;

/** The promises of the built site (site/src/pages/terms.json.ts). */
export const builtQuery = queryOptions({
  queryKey: ['built-terms'],
  queryFn: async (): Promise<Built> =>
    z.parse(built, await (await fetch('/terms.json', { cache: 'no-cache' })).json()),
});

/** Returns the terms that differ between the pages and the lab. */
export function differing(data: Built, terms: Terms): { name: Term; onPages: number; inDatabase: number }[] {
  return termNames.flatMap((name) => {
    const built = name === 'answer_days' ? data.answerDays : data.months[name.replace(/_months$/, '')];
    return built === undefined || built === terms[name]
      ? []
      : [{ name, onPages: built, inDatabase: terms[name] }];
  });
}

const typedOf = (terms: Terms) => ({
  ...ofEach((name) => String(terms[name])),
  publishes_figures: terms.publishes_figures,
});

/** Edits the terms as they are typed. */
export function useTerms(terms: Terms) {
  return useSettingSave({
    name: 'terms',
    record: terms,
    query: termsQuery,
    draftOf: typedOf,
    shape: z.object({ ...ofEach(() => z.string()), publishes_figures: z.boolean() }),
    send: (typed, seen) => {
      const numbers = ofEach((name) => Number(typed[name]));
      return call('review_terms_save', { seen_version: seen, ...typed, ...numbers }, termsShape);
    },
  });
}
