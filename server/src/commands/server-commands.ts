import type { CommandEntry } from './program.ts';

/** The commands for any project with a supabase/ folder. */
export const serverCommands: readonly CommandEntry[] = [
  {
    name: 'backup',
    summary: 'writes the whole database and the keys into one file',
    load: () => import('./backup.command.ts'),
  },
  {
    name: 'drill',
    summary: 'proves that the newest backup can be restored',
    load: () => import('./drill.command.ts'),
  },
  {
    name: 'migrations',
    summary: 'lists applied, missing, different and late migrations',
    load: () => import('./migrations.command.ts'),
  },
  {
    name: 'repair',
    summary: 'marks migrations as applied or reverted',
    load: () => import('./repair.command.ts'),
  },
  {
    name: 'restore',
    summary: 'restores a backup into an empty database',
    load: () => import('./restore.command.ts'),
  },
  {
    name: 'sso',
    summary: 'companies that sign in through SAML: list, add, update, remove',
    load: () => import('./sso.command.ts'),
  },
];

/** Commands that a product replaces, and that the package brings for other projects. */
export const projectCommands: readonly CommandEntry[] = [
  {
    name: 'start',
    summary: 'starts PostgreSQL and the server; the default',
    load: () => import('./start.command.ts'),
  },
  {
    name: 'keys',
    summary: "prints the project's address and API keys",
    load: () => import('./keys.command.ts'),
  },
  {
    name: 'secure',
    summary: 'sets a new password and removes the other sign-in methods of an account',
    load: () => import('./secure.command.ts'),
  },
  {
    name: 'doctor',
    summary: 'checks configuration, database, mail and backups',
    load: () => import('./doctor-command.ts'),
  },
  {
    name: 'limits',
    summary: 'rate limits: lists them, sets one',
    load: () => import('./limits-command.ts'),
  },
  {
    name: 'move',
    summary: 'moves accounts and data to Supabase, or back',
    load: () => import('./move-command.ts'),
  },
];
