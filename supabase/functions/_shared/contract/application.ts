import { applicationQuestions, type Question } from './questions.ts';
import { textFields, type TextField } from './text-fields.ts';

/** The keys of an application, in the order of the form: contract P3.1. They are the body of the INSERT and nothing else is. */
export const applicationKeys = [...textFields, ...applicationQuestions] as const;

/** The body of the INSERT. The form requires a profile; the table takes null as well. */
export type ApplicationRow = Readonly<
  Record<Exclude<TextField, 'linkedin'>, string> & { linkedin: string | null } & Record<Question, boolean>
>;
