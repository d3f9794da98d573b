import { applicationQuestions } from '../../supabase/functions/_shared/contract/questions.ts';

/** The questions' columns in an INSERT and their values, all yes. */
export const questionColumns = applicationQuestions.join(', ');
export const answersYes = applicationQuestions.map(() => 'true').join(', ');
