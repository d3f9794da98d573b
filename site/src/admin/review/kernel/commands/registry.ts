import { soon, type Wait } from '../keys/keyboard.ts';
import { levels, type Group } from './catalogue.ts';

/** An action with keys, a palette entry, or a button. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly group: Group;
  readonly keys: readonly string[];
  readonly level: keyof typeof levels;
  /** A sentence why it is unavailable, or null. */
  readonly whyNot: string | null;
  /** True while what it concerns is loading. Its key waits for that. */
  readonly isLoading: boolean;
  readonly run: () => void;
}

type Read = () => readonly Command[];

const byLevel = (one: Command, other: Command) => levels[other.level] - levels[one.level];

/** The available commands, registered by the parts of the page. */
export class CommandRegistry {
  readonly #sources = new Set<Read>();
  #waiting: { readonly keys: string; readonly wait: Wait } | null = null;

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

  /** Lets keys wait for their command, and all that are typed after them. */
  wait(keys: string, wait: Wait): void {
    this.#waiting = { keys, wait };
  }

  /** Ends a wait whose command is loaded, or is gone because it could not be. Called after commands have changed. */
  settle(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    soon(() => {
      const command = this.find(waiting.keys);
      if (this.#waiting !== waiting || command?.isLoading) return;
      this.#waiting = null;
      waiting.wait[command ? 'done' : 'fail']();
    });
  }

  #read(): readonly Command[] {
    return [...this.#sources].flatMap((read) => read());
  }
}
