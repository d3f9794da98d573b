import { BUSY, NO_ANSWER } from '#supabase/retry-after.ts';

/** The name of each level of access. */
export const accessNames = { owner: 'Owner', reviewer: 'Reviewer', reader: 'Reader' } as const;

/** Sentences and names that several parts of the review use. `fill` inserts the values of `{…}`. */
export const words = {
  /** The assignee of an application without one. */
  noAssignee: 'Nobody',
  moved: '{name} is now {status}',
  whyNot: {
    reader: 'Your access is reader: you see everything and change nothing. An owner can change that.',
    noApplication: 'Choose an application first: go to its row or open it.',
    noArrow: 'From {from} there is no move to {to}.',
    loading: 'It is still being loaded.',
  },
  columns: {
    name: 'Applicant',
    sectors: 'Sectors',
    status: 'Status',
    assignee: 'Assignee',
    rating: 'Rating',
    source: 'Source',
    created: 'Applied',
    changed: 'Last move',
    due: 'Answer',
  },
  screens: {
    list: 'List',
    triage: 'Read',
    board: 'Board',
    notify: 'To notify',
    numbers: 'Numbers',
    settings: 'Settings',
  },
  /** A read without an answer. */
  unanswered: { title: 'No answer', text: NO_ANSWER },
  /** The drafts that a reload of the page keeps (drafts.ts, use-mail-draft.ts). */
  kept: 'Notes and emails that you have begun are kept.',
  errors: {
    offline: {
      title: 'No answer',
      text: 'This may or may not have been saved. The page shows it once the connection is back.',
    },
    busy: { title: 'Busy', text: BUSY },
    'not-sent': {
      title: 'Not sent',
      text: 'A move before it got no answer, so this one was not sent.',
    },
    'signed-out': { title: 'Signed out', text: 'Please sign in again.' },
    forbidden: { title: 'Not allowed', text: 'You may not open this.' },
    conflict: { title: 'Someone was quicker', text: 'This has changed since you opened it.' },
    gone: { title: 'No longer there', text: 'It was deleted in the meantime.' },
    refused: { title: 'Not done', text: '' },
    failed: { title: 'Something went wrong', text: 'Please try again in a moment.' },
  },
} as const;

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a value's text direction from the sentence, with first strong isolate and pop directional isolate. */
const isolated = (value: string) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** A sentence with values, as in phrase`${3} selected`. */
export const phrase = (parts: TemplateStringsArray, ...values: readonly (string | number)[]): string =>
  parts.reduce((before, part, place) => before + isolated(String(values[place - 1])) + part);

/** Fills values into a sentence, as in fill('{count} selected', { count: 3 }). */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolated(String(values[name])) : place,
  );
}
