import type { ReactElement } from 'react';

/**
 * Children that are shown next to others and may not be text, because translations of a page replace text
 * (scripts/checks/translation.mjs).
 */
export type Elements = ReactElement | false | null | undefined | '' | readonly Elements[];
