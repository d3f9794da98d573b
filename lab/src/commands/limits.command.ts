import { limitsCommand } from '../../../server/src/commands/limits-command.ts';
import { readLabConfig } from '../configuration.ts';

export const command = limitsCommand(readLabConfig, ['private.rate_limits', 'auth.limits']);
