import { limitsCommand } from '@solostead/server/backup';
import { readLabConfig } from '../configuration.ts';

export const command = limitsCommand(readLabConfig, ['private.rate_limits', 'auth.limits']);
