import { isStorable, showsTwoCharacters, trimmed } from './visible.ts';

/** The fields of an applicant's evidence, in the order of the page. */
export const evidenceFields = ['link', 'repository', 'words'] as const;

export type EvidenceField = (typeof evidenceFields)[number];

/** The most code points of each, after trimming. */
export const MAX_EVIDENCE_LENGTH = 500;

/** https, a host with a dot, then printable ASCII without blanks, quotes or angle brackets, as in the CHECKs. */
const EVIDENCE_LINK =
  /^https:\/\/([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])(:[0-9]{1,5})?([/?#][!#-;=?-~]*)?$/;

const isShort = (text: string) => [...text].length <= MAX_EVIDENCE_LENGTH;

/** Returns an address as it is stored, with https:// and other letters encoded as a browser does. */
export function completeLink(typed: string): string {
  const address = trimmed(typed);
  if (address === '') return '';
  return URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`)?.href ?? address;
}

/** Returns true if a field accepts a trimmed text (an address completed). The table accepts the same. */
export function isEvidenceValid(field: EvidenceField, text: string): boolean {
  if (field === 'words') return isShort(text) && showsTwoCharacters(text) && isStorable(text);
  return (field === 'repository' && text === '') || (isShort(text) && EVIDENCE_LINK.test(text));
}
