import type { Handler } from '../kernel/call.ts';

/** GET /health: name and version, as the reference service answers them (contract A8.3). */
export const health: Handler = async () => ({
  version: 'v2.0.0',
  name: 'GoTrue',
  description: 'GoTrue is a user registration and authentication API',
});
