import { applicationQuestions } from '@solostead/contract/questions';

/** The questions' columns in an INSERT and their values, all yes. */
export const questionColumns = applicationQuestions.join(', ');
export const answersYes = applicationQuestions.map(() => 'true').join(', ');
