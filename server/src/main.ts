import { resolve } from 'node:path';
import { readConfig } from './configuration/config.ts';
import { readArguments } from './process/arguments.mjs';
import { parentOption } from './process/parent.mjs';
import { serve } from './serve.ts';

const HELP = `node server/src/main.ts [--project DIR]: runs the server alone, for any project with a supabase/ folder

  DIR has supabase/ and may have .env (default: the current folder). .env.example lists the settings.`;

const { values } = readArguments(HELP, {
  project: { type: 'string', default: '.' },
  greet: { type: 'boolean' },
  ...parentOption,
});
await serve({ readConfig: () => readConfig(process.env, resolve(values.project)) });
