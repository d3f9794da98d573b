import { forEachQuestion } from '@solostead/contract/questions';

export const messages = {
  name: 'name',
  email: 'email',
  linkedinMissing: 'linkedin missing',
  linkedin: 'linkedin',
  sectors: 'sectors',
  question: 'question',
};

export const valid = {
  name: 'Sample Builder',
  email: 'sample@example.org',
  linkedin: 'https://www.linkedin.com/in/sample',
  sectors: 'Logistics',
  ...forEachQuestion(true),
};
