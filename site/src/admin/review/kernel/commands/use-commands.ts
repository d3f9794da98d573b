import { useLayoutEffect, useRef } from 'react';
import { useWaitingKeys, type Arrival } from '../keys/use-waiting-keys.ts';
import { words } from '../words.ts';
import { catalogue, needsOf, type CommandId, type Group, type Right } from './catalogue.ts';
import { useMay, useRegistry } from './CommandsProvider.tsx';
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

/** `may` is asked first, because nothing else helps without the access. */
function completed(command: Known | Own, may: (right: Right) => boolean): Command {
  const known = 'label' in command ? command : { ...catalogue[command.id], ...command };
  const whyNot = may(needsOf(known)) ? command.whyNot || null : words.whyNot.reader;
  return { keys: [], level: 'workspace', ...known, whyNot };
}

/**
 * Registers commands for keys, `?` and the palette while this part of the page is mounted. README.md in the parent
 * folder explains how to add one.
 *
 * @example
 * useCommands([
 *   { id: 'note.write', run: () => field.current?.focus() },
 * ]);
 */
export function useCommands(commands: readonly Registered[]): void {
  const registry = useRegistry();
  const may = useMay();
  const latest = useRef<readonly Command[]>([]);
  useLayoutEffect(() => {
    latest.current = commands.filter((command) => !!command).map((command) => completed(command, may));
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
