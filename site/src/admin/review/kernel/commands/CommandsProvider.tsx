import { createContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { showToast } from '#ui/toast/show.ts';
import { useProvided } from '#ui/use-provided.ts';
import type { Toast } from '#ui/toast/toast.ts';
import { useKeyboard } from '../keys/KeyboardProvider.tsx';
import type { Right } from './catalogue.ts';
import { CommandRegistry, type Command } from './registry.ts';
import { UndoStack } from './undo-stack.ts';
import { keysAreOn } from '../keys/keys-setting.ts';

const makeCommands = () => ({ registry: new CommandRegistry(), undos: new UndoStack() });

type Commands = ReturnType<typeof makeCommands> & { readonly may: (right: Right) => boolean };

const CommandsContext = createContext<Commands | null>(null);

const useCommandsHere = () => useProvided(CommandsContext);

export const useRegistry = () => useCommandsHere().registry;

/** Returns true for a right that the member has. */
export const useMay = () => useCommandsHere().may;

/** The changes that can be undone, the latest first. */
export const useUndoStack = () => useCommandsHere().undos;

/**
 * Returns a notice's undo action. The undo key does the same, also after the notice is gone. `chosenAt` is the time
 * of the change as in `performance.now`, `about` the application.
 */
export function useUndoable() {
  const undos = useUndoStack();
  return (
    run: () => void | Promise<void>,
    chosenAt?: number,
    about?: string,
  ): NonNullable<Toast['action']> => ({ label: 'Undo', run: undos.offer(run, chosenAt, about) });
}

/** Does it, or says why it cannot be done. */
export function perform({ label, whyNot, run }: Pick<Command, 'label' | 'run'> & Partial<Command>): void {
  if (whyNot) showToast({ title: label, text: whyNot });
  else run();
}

/** Keys that work even where single-key shortcuts are switched off. */
const isAlwaysOn = (keys: string) => ['Escape', 'Enter'].includes(keys) || keys.startsWith('Mod+');

/** The commands of everything inside, and their keys. */
export function CommandsProvider({ may, children }: Pick<Commands, 'may'> & { children: ReactNode }) {
  const keyboard = useKeyboard();
  const [commands] = useState(makeCommands);
  const { registry } = commands;
  useLayoutEffect(
    () =>
      keyboard.register({
        level: 0,
        find: (keys) => {
          const command = keysAreOn() || isAlwaysOn(keys) ? registry.find(keys) : null;
          if (command?.isLoading) return () => registry.wait(keys, keyboard.hold(keys));
          return command && (() => perform(command));
        },
        leads: (keys) => keysAreOn() && registry.leads(keys),
      }),
    [keyboard, registry],
  );
  return <CommandsContext value={{ ...commands, may }}>{children}</CommandsContext>;
}
