import { levels, type Group } from './catalogue.ts';

/** Something one can do here: by its keys, by the palette, or by a button that runs the same. */
export interface Command {
  readonly id: string;
  readonly label: string;
  /** The label without the name of the applicant: a name alone does not find the command. */
  readonly namelessLabel?: string;
  readonly group: Group;
  readonly keys: readonly string[];
  readonly level: keyof typeof levels;
  /** Why it cannot be done at this moment, as a sentence; null: it can. */
  readonly whyNot: string | null;
  readonly run: () => void;
}

type Read = () => readonly Command[];

const byLevel = (one: Command, other: Command) => levels[other.level] - levels[one.level];

/** What can be done at this moment, as the parts of the page that are there say it. */
export class CommandRegistry {
  readonly #sources = new Set<Read>();

  /** `read` answers what can be done whenever it is asked; returns what takes it out again. */
  register(read: Read): () => void {
    this.#sources.add(read);
    return () => void this.#sources.delete(read);
  }

  /** Every command once, in the order of registration; of one id the one of the highest level. */
  all(): readonly Command[] {
    const commands = new Map<string, Command>();
    for (const command of this.#read()) {
      const earlier = commands.get(command.id);
      if (!earlier || byLevel(earlier, command) > 0) commands.set(command.id, command);
    }
    return [...commands.values()];
  }

  /** What these keys do: of several commands the one of the highest level. */
  find(keys: string): Command | null {
    return (
      this.#read()
        .filter((command) => command.keys.includes(keys))
        .sort(byLevel)[0] ?? null
    );
  }

  /** Whether a command has a sequence of keys that begins with these. */
  leads(keys: string): boolean {
    return this.#read().some((command) => command.keys.some((sequence) => sequence.startsWith(`${keys} `)));
  }

  #read(): readonly Command[] {
    return [...this.#sources].flatMap((read) => read());
  }
}
