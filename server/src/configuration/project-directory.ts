let directory: string | null = null;

/** The absolute path of the served project, the current folder unless the program chose another. */
export const projectDirectory = (): string => directory ?? process.cwd();

/** Chooses the project of this process, before its configuration is read. */
export function chooseProject(absolutePath: string): void {
  directory = absolutePath;
}
