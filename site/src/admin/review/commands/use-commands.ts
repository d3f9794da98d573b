import { useLayoutEffect, useRef } from 'react';
import { useWaitingKeys, type Arrival } from '../keys/use-waiting-keys.ts';
import { useWords } from '../words.tsx';
import { catalogue, type CatalogueEntry, type CommandId, type Group } from './catalogue.ts';
import { useRegistry } from './CommandsProvider.tsx';
import type { Command } from './registry.ts';

interface Doing {
  readonly run: () => void;
  /** Why it cannot be done at this moment, as a sentence. Left out or empty: it can. */
  readonly whyNot?: string | null | undefined;
}

/** What the catalogue names: label, group and keys stand there. */
interface Known extends Doing {
  readonly id: CommandId;
}

/** What only data names, a saved view for example. `id` is its own: '{group}.{key}'. */
interface Own extends Doing {
  readonly id: `${string}.${string}`;
  readonly label: string;
  readonly namelessLabel?: Command['namelessLabel'];
  readonly group: Group;
  /** Keys that the catalogue names under another id: one entry for the digits, for example. */
  readonly keys?: readonly string[];
  readonly level?: Command['level'];
}

/** A command, or nothing where it makes no sense here: then neither its keys nor the palette know it. */
type Registered = Known | Own | false | null | undefined;

/**
 * Registers what can be done for as long as this part of the page is there: for keys, `?` and the palette. How to add
 * one: README.md beside the folder.
 */
export function useCommands(commands: readonly Registered[]): void {
  const registry = useRegistry();
  const { labels } = useWords().commands;
  const complete = (command: Known | Own): Command => {
    const entry: CatalogueEntry = 'label' in command ? command : catalogue[command.id];
    return {
      id: command.id,
      label: 'label' in command ? command.label : labels[command.id],
      ...('namelessLabel' in command && { namelessLabel: command.namelessLabel }),
      group: entry.group,
      keys: entry.keys ?? [],
      level: entry.level ?? 'workspace',
      whyNot: command.whyNot || null,
      run: command.run,
    };
  };
  const latest = useRef<readonly Command[]>([]);
  useLayoutEffect(() => {
    latest.current = commands.filter((command) => !!command).map(complete);
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
