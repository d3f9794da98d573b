import { LAB_NAME } from './lab.ts';

/** The lab's postal address, at the end of every mail and on the site. */
export const postalAddress: readonly string[] = [
  LAB_NAME,
  'Sample Street 1',
  '00000 Sample City',
  'Exampleland',
];
