import { levels, type Group } from './catalogue.ts';

/** An action with keys, a palette entry, or a button. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** The label without the applicant's name, which must not match the command. */
  readonly namelessLabel?: string;
  readonly group: Group;
  readonly keys: readonly string[];
  readonly level: keyof typeof levels;
  /** A sentence why it is unavailable, or null. */
  readonly whyNot: string | null;
  readonly run: () => void;
}

type Read = () => readonly Command[];

const byLevel = (one: Command, other: Command) => levels[other.level] - levels[one.level];

/** The available commands, registered by the parts of the page. */
export class CommandRegistry {
  readonly #sources = new Set<Read>();

  /** `read` returns the available commands on demand. Returns the function that unregisters it. */
  register(read: Read): () => void {
    this.#sources.add(read);
    return () => void this.#sources.delete(read);
  }

  /** Returns every command once, in order of registration. For one id the highest level wins. */
  all(): readonly Command[] {
    const commands = new Map<string, Command>();
    for (const command of this.#read()) {
      const earlier = commands.get(command.id);
      if (!earlier || byLevel(earlier, command) > 0) commands.set(command.id, command);
    }
    return [...commands.values()];
  }

  /** Returns the command of these keys with the highest level. */
  find(keys: string): Command | null {
    return (
      this.#read()
        .filter((command) => command.keys.includes(keys))
        .sort(byLevel)[0] ?? null
    );
  }

  /** Returns true if a command's sequence of keys begins with these. */
  leads(keys: string): boolean {
    return this.#read().some((command) => command.keys.some((sequence) => sequence.startsWith(`${keys} `)));
  }

  #read(): readonly Command[] {
    return [...this.#sources].flatMap((read) => read());
  }
}
