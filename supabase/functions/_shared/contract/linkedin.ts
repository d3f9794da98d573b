/**
 * The same text as in `private.is_profile_address`. It matches a profile on linkedin.com, www. or a country's host,
 * in any case. After /in/ comes a name of ASCII letters, digits, - _ ~ . (not first), and letters of other scripts,
 * plain or percent-encoded. More path, query or fragment in printable ASCII without blanks, quotes or angle brackets
 * may follow.
 */
export const LINKEDIN_PATTERN =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/([Ww][Ww][Ww]\.|[A-Za-z][A-Za-z]\.)?[Ll][Ii][Nn][Kk][Ee][Dd][Ii][Nn]\.[Cc][Oo][Mm]\/[Ii][Nn]\/([A-Za-z0-9_~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])([A-Za-z0-9._~\u00C0-\u167F\u1681-\u180D\u180F-\u1FFF\u2C00-\u2FFF\u3001-\uD7FF-]|%[89A-Fa-f][0-9A-Fa-f])*([/?#][!#-;=?-~]*)?$/;

/** Returns true if a trimmed text is the address of a person's profile. */
export function isLinkedInProfile(text: string): boolean {
  return LINKEDIN_PATTERN.test(text);
}
