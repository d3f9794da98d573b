import { Option } from '@commander-js/extra-typings';

/** An option that takes one of these words. */
export const choice = <Flags extends string, const Words extends readonly string[]>(
  flags: Flags,
  description: string,
  words: Words,
) => new Option(flags, description).choices(words);
