import { applicationQuestions, type Question } from './questions.ts';
import { textFields, type TextField } from './text-fields.ts';

/** The keys of an application in the order of the form (contract P3.1). They are the whole body of the INSERT. */
export const applicationKeys = [...textFields, ...applicationQuestions] as const;

/** The body of the INSERT. The form requires a profile, the table also accepts null. */
export type ApplicationRow = Readonly<
  Record<Exclude<TextField, 'linkedin'>, string> & { linkedin: string | null } & Record<Question, boolean>
>;
