import { limitsCommand } from '@solostead/server/commands';
import { readLabConfig } from '../configuration.ts';

export const command = limitsCommand(readLabConfig, ['private.rate_limits', 'auth.limits']);
