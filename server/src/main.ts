import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from './configuration/config.ts';
import { serve } from './serve.ts';

const HELP = `The server alone, for any project with a supabase/ folder:

  node server/src/main.ts [--project DIR]    DIR holds supabase/ and perhaps .env (default: the current folder)

.env.example lists the settings.`;

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '.' },
    help: { type: 'boolean' },
    greet: { type: 'boolean' },
  },
});
if (values.help) console.log(HELP);
else await serve({ readConfig: () => readConfig(process.env, resolve(values.project)) });
