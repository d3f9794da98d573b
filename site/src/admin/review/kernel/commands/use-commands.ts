import { useLayoutEffect, useRef } from 'react';
import { useWaitingKeys, type Arrival } from '../keys/use-waiting-keys.ts';
import { catalogue, type CommandId, type Group } from './catalogue.ts';
import { useRegistry } from './CommandsProvider.tsx';
import type { Command } from './registry.ts';

interface Doing {
  readonly run: () => void;
  /** A sentence why it is unavailable. Absent or empty if it is available. */
  readonly whyNot?: string | null | undefined;
}

/** A command of the catalogue, which has its label, group and keys. `level` replaces that of the catalogue. */
interface Known extends Doing {
  readonly id: CommandId;
  readonly level?: Command['level'];
}

/** A command made from data, such as a saved view. Its `id` is '{group}.{key}'. */
interface Own extends Doing {
  readonly id: `${string}.${string}`;
  readonly label: string;
  readonly namelessLabel?: Command['namelessLabel'];
  readonly group: Group;
  /** Keys listed under another id, such as one entry for all digits. */
  readonly keys?: readonly string[];
  readonly level?: Command['level'];
}

/** A command, or nothing where it does not apply and is hidden. */
type Registered = Known | Own | false | null | undefined;

const completed = (command: Known | Own): Command => ({
  keys: [],
  level: 'workspace',
  ...('label' in command ? command : { ...catalogue[command.id], ...command }),
  whyNot: command.whyNot || null,
});

/**
 * Registers commands for keys, `?` and the palette while this part of the page is mounted. README.md in the parent
 * folder explains how to add one.
 *
 * @example
 * useCommands([
 *   { id: 'note.write', run: () => field.current?.focus(), whyNot: isReader ? words.whyNot.reader : null },
 * ]);
 */
export function useCommands(commands: readonly Registered[]): void {
  const registry = useRegistry();
  const latest = useRef<readonly Command[]>([]);
  useLayoutEffect(() => {
    latest.current = commands.filter((command) => !!command).map(completed);
  });
  useLayoutEffect(() => registry.register(() => latest.current), [registry]);
}

/** Lets the keys of these commands, and all that are typed after them, wait while what they concern is loaded. */
export function useWaitingCommands(ids: readonly CommandId[], state: Arrival): void {
  useWaitingKeys(
    ids.flatMap((id) => catalogue[id].keys ?? []),
    state,
  );
}
