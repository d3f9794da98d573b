import type { CommandEntry } from './program.ts';

/** The commands for any project with a supabase/ folder. */
export const serverCommands: readonly CommandEntry[] = [
  {
    name: 'backup',
    summary: 'writes the whole database and the keys into one file',
    load: () => import('./backup.command.ts'),
  },
  {
    name: 'restore',
    summary: 'brings a backup back, into an empty place',
    load: () => import('./restore.command.ts'),
  },
  {
    name: 'sso',
    summary: 'companies that sign in through SAML: list, add, update, remove',
    load: () => import('./sso.command.ts'),
  },
];
