import { doctorCommand } from './doctor-command.ts';

export const command = doctorCommand();
