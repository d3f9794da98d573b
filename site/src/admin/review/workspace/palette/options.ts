import type { Command } from '../../kernel/commands/registry.ts';

/** An option of the palette, such as a command, an application, a person or a tag. */
export interface Option extends Pick<Command, 'id' | 'label' | 'keys' | 'whyNot' | 'run'> {
  /** A second, quieter line, such as an address. */
  readonly about?: string;
  readonly aliases?: string;
}

export interface Section {
  readonly label: string;
  readonly options: readonly Option[];
}

/** The sections in the order in which their first option comes. */
export function inSections<Each extends Option>(
  options: readonly Each[],
  labelOf: (option: Each) => string,
): readonly Section[] {
  const labels = [...new Set(options.map(labelOf))];
  return labels.map((label) => ({ label, options: options.filter((option) => labelOf(option) === label) }));
}

/** The pages of the palette. */
export type PalettePage = 'all' | 'assign' | 'tag';
