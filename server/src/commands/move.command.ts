import { readConfig } from '../config.ts';
import { moveCommand } from './move-command.ts';

export const command = moveCommand('all tables of the project', readConfig, {
  skipped: { sentences: {}, transient: [] },
  recount: 'select',
  carryFigures: async () => {},
});
