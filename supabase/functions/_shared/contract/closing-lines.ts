import { postalAddress } from './postal-address.ts';

/** A link at the end of a mail, with its label first. */
export type ClosingLink = readonly [label: string, url: string];

/** `siteUrl` is the public origin, without a trailing slash. */
export const privacyLink = (siteUrl: string): ClosingLink => [
  'How we handle your data',
  `${siteUrl}/privacy`,
];

/** The address of the applicant's page with a link's secret. */
export const pageUrl = (siteUrl: string, secret: string): string => `${siteUrl}/my-application?key=${secret}`;

/** The links that close a mail to an applicant. `page` is the address of their page, or null. */
export const closingLinks = (siteUrl: string, page: string | null): readonly ClosingLink[] => [
  ...(page === null ? [] : [['Your application', page] as const]),
  privacyLink(siteUrl),
];

/** The lab's postal address in one line. */
export const POSTAL_LINE = postalAddress.join(', ');

/** The closing lines of a mail as text, in the mail and in its preview. */
export const closingLines = (links: readonly ClosingLink[]): string =>
  [...links.map(([label, url]) => `${label}: ${url}`), POSTAL_LINE].join('\n');
