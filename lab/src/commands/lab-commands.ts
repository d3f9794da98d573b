import type { CommandEntry } from '@solostead/server/commands';

/** The commands of the lab, for its admins, its applications and checks of its data. */
export const labCommands: readonly CommandEntry[] = [
  {
    name: 'admin',
    summary: 'admins: add, list, remove, reset-password …',
    load: () => import('./admin.command.ts'),
  },
  {
    name: 'applications',
    summary: 'the applications: list, export, resend, release …',
    load: () => import('./applications.command.ts'),
  },
  {
    name: 'doctor',
    summary: 'checks configuration, database, mail and backups',
    load: () => import('./doctor.command.ts'),
  },
  {
    name: 'jobs',
    summary: 'lists what runs on a schedule, or prints it for pg_cron',
    load: () => import('./jobs.command.ts'),
  },
  {
    name: 'limits',
    summary: 'rate limits: lists them, sets one',
    load: () => import('./limits.command.ts'),
  },
  {
    name: 'move',
    summary: 'moves accounts and data to Supabase, or back',
    load: () => import('./move.command.ts'),
  },
  {
    name: 'retention',
    summary: 'erases applications past their retention, or lists them',
    load: () => import('./retention.command.ts'),
  },
  {
    name: 'seed',
    summary: 'adds sample applications, or deletes them',
    load: () => import('./seed.command.ts'),
  },
];
