/** The lab's postal address, at the end of every mail and on the site. */
export const postalAddress: readonly string[] = [
  'Solostead',
  'Sample Street 1',
  '00000 Sample City',
  'Exampleland',
];
