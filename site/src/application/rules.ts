import * as z from 'zod/mini';
import { forEachQuestion } from '../../../supabase/functions/_shared/contract/questions.ts';
import { isFieldValid, type TextField } from '../../../supabase/functions/_shared/contract/text-fields.ts';
import { trimmed } from '../../../supabase/functions/_shared/contract/visible.ts';

// Compiled validators would need `eval`, which the content security policy forbids (and reports).
z.config({ jitless: true });

/** The messages of refused fields (contract P5.2, P5.3, P5.4, P5.5, P5.6 and P5.7). */
export interface RuleMessages extends Readonly<Record<TextField, string>> {
  readonly linkedinMissing: string;
  readonly question: string;
}

/**
 * The schema of an application as form and table accept it, with exactly the contract's keys and trimmed texts
 * (contract P5.8).
 */
export function applicationRules(messages: RuleMessages) {
  const valid = (field: TextField) =>
    z.refine<string>((text) => isFieldValid(field, text), { error: messages[field] });
  const text = (field: TextField) =>
    z.string({ error: messages[field] }).check(z.overwrite(trimmed), valid(field));
  return z.object({
    name: text('name'),
    email: text('email'),
    linkedin: z.string({ error: messages.linkedinMissing }).check(
      z.overwrite(trimmed),
      z.refine((value) => value !== '', { error: messages.linkedinMissing, abort: true }),
      valid('linkedin'),
    ),
    sectors: text('sectors'),
    ...forEachQuestion(z.literal(true, { error: messages.question })),
  });
}

/** A valid application. */
export type Application = z.output<ReturnType<typeof applicationRules>>;
