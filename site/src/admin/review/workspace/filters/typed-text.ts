import { trimmed } from '@solostead/contract/visible';

/**
 * Returns typed or pasted text as the value of a filter, with a blank for control characters, which the address cannot
 * hold. Cells that are copied from a spreadsheet have a tab between them.
 */
export const typedText = (text: string): string => trimmed(text.replaceAll(/\p{Cc}+/gu, ' '));
