import { completeLink, type EvidenceField, evidenceFields } from '@solostead/contract/evidence';
import type { MyApplication } from './my-application.ts';
import { trimmed } from '@solostead/contract/visible';

/** The text of each field. */
export type Texts = Readonly<Record<EvidenceField, string>>;

/** Returns the saved texts, empty ones without evidence. */
export const textsOf = (evidence: MyApplication['evidence']): Texts => ({
  link: evidence?.link ?? '',
  repository: evidence?.repository ?? '',
  words: evidence?.words ?? '',
});

/** Returns the texts as they are stored, trimmed and their addresses completed. */
export const completeTexts = ({ link, repository, words }: Texts): Texts => ({
  link: completeLink(link),
  repository: completeLink(repository),
  words: trimmed(words),
});

/** Returns the saved text of each field, except of fields that were changed since `before`, which keep theirs. */
export function followSaved(typed: Texts, before: Texts, saved: Texts): Texts {
  const edited = evidenceFields.filter((field) => typed[field] !== before[field]);
  return { ...saved, ...Object.fromEntries(edited.map((field) => [field, typed[field]])) };
}
