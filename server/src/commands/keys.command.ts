import { readConfig } from '../configuration/config.ts';
import { defineCommand } from './define-command.ts';

export const command = defineCommand('keys')
  .description(
    "Prints the project's address and API keys in the form of .env. Keys that are not set are created in DATA_DIR/keys.json.",
  )
  .action(() => {
    const { apiUrl, keys } = readConfig();
    console.log(`SUPABASE_URL=${apiUrl}
SUPABASE_PUBLISHABLE_KEY=${keys.publishable}
SUPABASE_SECRET_KEY=${keys.secret}
SUPABASE_JWKS_URL=${apiUrl}/auth/v1/.well-known/jwks.json`);
  });
