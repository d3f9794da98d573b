import { z } from 'zod';
import { type CodeChallenge, parseCodeChallenge } from './code-challenge.rules.ts';

/** The members that every call which ends in a mail may carry (contract A0.10). */
export const codeBody = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

/** @throws AuthError 400 validation_failed */
export function challengeOf(body: {
  code_challenge?: string | null;
  code_challenge_method?: string | null;
}): CodeChallenge | null {
  return parseCodeChallenge(body.code_challenge, body.code_challenge_method);
}
