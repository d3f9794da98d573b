import { showsTwoCharacters } from './visible.ts';

/** What an applicant shows of their work, in the order of the page. */
export const evidenceFields = ['link', 'repository', 'words'] as const;

export type EvidenceField = (typeof evidenceFields)[number];

/** The most code points of each, after trimming. */
export const MAX_EVIDENCE_LENGTH = 500;

/** https, a host with a dot, then printable ASCII without blanks, quotes or angle brackets; the CHECKs have the same text. */
const EVIDENCE_LINK =
  /^https:\/\/([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])(:[0-9]{1,5})?([/?#][!#-;=?-~]*)?$/;

const isShort = (text: string) => [...text].length <= MAX_EVIDENCE_LENGTH;

/** An address as it is stored: https:// put before one that was typed without, other letters encoded as a browser does. */
export function completeLink(typed: string): string {
  const address = typed.trim();
  if (address === '') return '';
  return URL.parse(/^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`)?.href ?? address;
}

/** Whether a field takes a text that was trimmed and, where it is an address, completed; the table takes the same. */
export function isEvidenceValid(field: EvidenceField, text: string): boolean {
  if (field === 'words')
    return isShort(text) && showsTwoCharacters(text) && text.isWellFormed() && !text.includes('\0');
  return (field === 'repository' && text === '') || (isShort(text) && EVIDENCE_LINK.test(text));
}
