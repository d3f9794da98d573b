import { readConfig } from '../config.ts';
import { comeBack, graduate } from '../graduate/graduate.ts';
import { runCommand } from './run-command.ts';
import { withDatabases } from './with-databases.ts';
import { UserError } from '../user-error.ts';

const help = `Moves to Supabase: applications, users with their passwords, identities, factors, passkeys and roles.

  npm run graduate -- DATABASE_URL           of the Supabase project's database (docs/supabase.md)
  npm run graduate -- --back DATABASE_URL    the other way round: from the project to here

Applies the migrations there, copies in one transaction, compares every row, and may be run again: it then brings what
has changed since. Nothing is changed at the side it comes from. What stays behind is told at the end.`;

await runCommand(help, async (args) => {
  const [supabaseUrl, ...others] = args.filter((arg) => arg !== '--back');
  if (!supabaseUrl || others.length > 0)
    throw new UserError("Name the project's database: npm run graduate -- postgres://…");
  if (!URL.canParse(supabaseUrl))
    throw new UserError('The target must be a PostgreSQL URL, such as postgres://…');
  const config = readConfig();
  const move = args.includes('--back') ? comeBack : graduate;
  const { migrated, tables, staysBehind } = await withDatabases(config, 'graduate', ({ url }) =>
    move({ ownUrl: url, supabaseUrl, supabaseDir: config.supabaseDir }),
  );
  if (migrated.length > 0) console.log(`applied there: ${migrated.join(', ')}`);
  for (const { name, rows, others, leftBehind } of tables) {
    const more = others > 0 ? `, ${others} more there already` : '';
    const left = leftBehind.length > 0 ? `; not known there: ${leftBehind.join(', ')}` : '';
    console.log(`${name}: ${rows} rows moved and compared${more}${left}`);
  }
  for (const line of staysBehind) console.log(`stays behind: ${line}`);
});
