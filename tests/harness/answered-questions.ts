import { QUESTIONS } from '../../supabase/functions/_shared/contract/questions.ts';

/** The questions' columns in an INSERT, and their values: each is answered with yes. */
export const questionColumns = QUESTIONS.join(', ');
export const answersYes = QUESTIONS.map(() => 'true').join(', ');
