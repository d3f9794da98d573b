import type { Handler } from '../kernel/call.ts';

/** GET /health: name and version in the reference service's words (auth contract 8). */
export const health: Handler = async () => ({
  version: 'v2.0.0',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});
