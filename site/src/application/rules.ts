import * as z from 'zod/mini';
import { showsTwoCharacters } from '../../../supabase/functions/_shared/contract/visible.ts';

// Compiled validators would need `eval`, which the content security policy forbids (and reports).
z.config({ jitless: true });

/** The seven screening questions, in the order they are asked. */
export const QUESTIONS = ['q1', 'q2', 'q3', 'q4', 'q5', 'q6', 'q7'] as const;

/** Characters (code points, after trimming), as the CHECKs of `applications` count them; `least` counts those that show. */
export const BOUNDS = {
  name: { least: 2, most: 200 },
  email: { most: 254, mostBeforeAt: 64 },
  linkedin: { most: 300 },
  sectors: { least: 2, most: 1000 },
} as const;

/** What each field says when it is refused: contract P5.2, P5.3, P5.4, P5.5, P5.6 and P5.7. */
export interface RuleMessages {
  readonly name: string;
  readonly email: string;
  readonly linkedinMissing: string;
  readonly linkedin: string;
  readonly sectors: string;
  readonly question: string;
}

// The same text as the CHECKs `applications_email_check` and `applications_linkedin_check` (contract P5.8).
const EMAIL =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$/;
const LINKEDIN =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]\/[Ii][Nn]\/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$/;

const characters = (text: string) => [...text].length;

/** PostgreSQL stores any text but this. */
const isStorable = (value: string) => value.isWellFormed() && !value.includes('\0');

/** Text without the white space around it, of `most` characters, at least two of which show. */
const text = ({ most }: { least: 2; most: number }, error: string) =>
  z.string({ error }).check(
    z.trim(),
    z.refine((value) => showsTwoCharacters(value) && characters(value) <= most && isStorable(value), {
      error,
    }),
  );

const isEmail = (value: string) =>
  EMAIL.test(value) && value.length <= BOUNDS.email.most && value.indexOf('@') <= BOUNDS.email.mostBeforeAt;

const isProfile = (value: string) => LINKEDIN.test(value) && characters(value) <= BOUNDS.linkedin.most;

const checked = (error: string) => z.literal(true, { error });

/** An application as the form takes it and as the table stores it: exactly these eleven keys. */
export function applicationRules(messages: RuleMessages) {
  const question = checked(messages.question);
  return z.object({
    name: text(BOUNDS.name, messages.name),
    email: z.string({ error: messages.email }).check(z.trim(), z.refine(isEmail, { error: messages.email })),
    linkedin: z.string({ error: messages.linkedinMissing }).check(
      z.trim(),
      z.refine((value) => value !== '', { error: messages.linkedinMissing, abort: true }),
      z.refine(isProfile, { error: messages.linkedin }),
    ),
    sectors: text(BOUNDS.sectors, messages.sectors),
    q1: question,
    q2: question,
    q3: question,
    q4: question,
    q5: question,
    q6: question,
    q7: question,
  });
}

/** A valid application. */
export type Application = z.output<ReturnType<typeof applicationRules>>;
