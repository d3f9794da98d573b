import type { applicationKeys } from '@solostead/contract/application';
import { applicationQuestions, type Question } from '@solostead/contract/questions';
import { isFieldValid, textFields, type TextField } from '@solostead/contract/text-fields';
import { trimmed } from '@solostead/contract/visible';

/** The messages of refused fields (contract P5.2, P5.3, P5.4, P5.5, P5.6 and P5.7). */
export interface RuleMessages extends Readonly<Record<TextField, string>> {
  readonly linkedinMissing: string;
  readonly question: string;
}

export type ApplicationKey = (typeof applicationKeys)[number];

/** The values of the fields, valid or not. */
export type JoinValues = Record<TextField, string> & Record<Question, boolean>;

/** A valid application, with exactly the contract's keys and trimmed texts (contract P5.8). */
export type Application = Readonly<Record<TextField, string> & Record<Question, true>>;

/** Returns the message of a text that form and table refuse, or null. */
function faultOfText(field: TextField, text: string, messages: RuleMessages): string | null {
  if (field === 'linkedin' && text === '') return messages.linkedinMissing;
  return isFieldValid(field, text) ? null : messages[field];
}

/** Returns the application with the message of each field that is missing or wrong, in the order of the form. */
export function judgeApplication(values: Partial<JoinValues>, messages: RuleMessages) {
  const texts = textFields.map((field) => [field, trimmed(values[field] ?? '')] as const);
  const answers = applicationQuestions.map((question) => [question, values[question] === true] as const);
  const faults = [
    ...texts.map(([field, text]) => [field, faultOfText(field, text, messages)] as const),
    ...answers.map(([question, isChecked]) => [question, isChecked ? null : messages.question] as const),
  ].flatMap(([key, message]) => (message === null ? [] : [[key, message] as const]));
  return {
    application: Object.fromEntries([...texts, ...answers]) as unknown as Application,
    faults: faults as readonly (readonly [key: ApplicationKey, message: string])[],
  };
}
