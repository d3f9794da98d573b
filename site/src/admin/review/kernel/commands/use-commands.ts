import { useLayoutEffect, useRef } from 'react';
import { words } from '../words.ts';
import { catalogue, needsOf, type CommandId, type Group, type Right } from './catalogue.ts';
import { useMay, useRegistry } from './CommandsProvider.tsx';
import type { Command } from './registry.ts';

interface Doing {
  /** Absent while it is loading. */
  readonly run?: () => void;
  /** Lets its key wait while what it concerns is loading. */
  readonly isLoading?: boolean;
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
  const mayDo = may(needsOf(known));
  const isLoading = mayDo && known.isLoading === true;
  const whyNot = isLoading ? words.whyNot.loading : mayDo ? known.whyNot || null : words.whyNot.reader;
  return { keys: [], level: 'workspace', run: () => {}, ...known, isLoading, whyNot };
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
    registry.settle();
  });
  useLayoutEffect(() => {
    const unregister = registry.register(() => latest.current);
    return () => {
      unregister();
      registry.settle();
    };
  }, [registry]);
}
