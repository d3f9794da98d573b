import { serve } from '../serve.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand('start')
  .description(
    'Starts PostgreSQL and the server on the supabase/ of the current folder, until Ctrl-C. ' +
      'Settings are read from supabase/config.toml, .env and the environment.',
  )
  .action(() => serve());
