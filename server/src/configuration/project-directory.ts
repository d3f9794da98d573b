import { join } from 'node:path';

let directory = join(import.meta.dirname, '../../..');

/** The absolute path of the served project, this repository unless the program chose another. */
export const projectDirectory = (): string => directory;

/** Chooses the project of this process, before its configuration is read. */
export function chooseProject(absolutePath: string): void {
  directory = absolutePath;
}
