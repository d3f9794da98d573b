import type { Command } from '../../kernel/commands/registry.ts';

/** An option of the palette, such as a command, an application, a person or a tag. */
export interface Option extends Pick<Command, 'id' | 'label' | 'run'>, Partial<Pick<Command, 'keys'>> {
  /** A second, quieter line, such as an address. */
  readonly about?: string;
  readonly aliases?: string;
}

export interface Section {
  readonly label: string;
  readonly options: readonly Option[];
}

export type PalettePage = 'all' | 'assign' | 'tag';
