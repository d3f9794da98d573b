import { isJson, textOf } from '../../kernel/entities/json.rules.ts';
import type { SignedAssertion } from '../assertion.rules.ts';

/** Child elements in the library's parse of XML. Each name is an array, attributes are under `$`, text under `_`. */
function all(parent: unknown, name: string): readonly unknown[] {
  const found = isJson(parent) ? parent[name] : undefined;
  return Array.isArray(found) ? found : [];
}

const attribute = (element: unknown, name: string): string | null =>
  (isJson(element) ? textOf(element['$'], name) : undefined) ?? null;

/** Returns an element's text. One without attributes is its text. */
const text = (element: unknown) => (typeof element === 'string' ? element : (textOf(element, '_') ?? null));

/** Returns milliseconds, null when absent, and NaN for a text that is no time. */
const time = (timestamp: string | null): number | null => (timestamp === null ? null : Date.parse(timestamp));

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';

/** Reads an assertion from the library's parse of the signed bytes, or returns null. */
export function readAssertion(assertion: unknown): SignedAssertion | null {
  if (!isJson(assertion)) return null;
  const [subject] = all(assertion, 'Subject');
  const [nameId] = all(subject, 'NameID');
  const [statement] = all(assertion, 'AuthnStatement');
  const [conditions] = all(assertion, 'Conditions');
  const [issuer] = all(assertion, 'Issuer');
  return {
    id: attribute(assertion, 'ID') ?? '',
    issuer: text(issuer),
    nameId: text(nameId),
    nameIdFormat: attribute(nameId, 'Format'),
    confirmations: all(subject, 'SubjectConfirmation')
      .filter((confirmation) => attribute(confirmation, 'Method') === BEARER)
      .map((confirmation) => all(confirmation, 'SubjectConfirmationData')[0])
      .map((data) => ({
        recipient: attribute(data, 'Recipient'),
        inResponseTo: attribute(data, 'InResponseTo'),
        notBefore: time(attribute(data, 'NotBefore')),
        notOnOrAfter: time(attribute(data, 'NotOnOrAfter')),
      })),
    notOnOrAfter: time(attribute(conditions, 'NotOnOrAfter')),
    sessionEnd: time(attribute(statement, 'SessionNotOnOrAfter')),
    attributes: readAttributes(assertion),
  };
}

function readAttributes(assertion: unknown): Record<string, string[]> {
  const attributes = all(assertion, 'AttributeStatement').flatMap((statement) => all(statement, 'Attribute'));
  return Object.fromEntries(
    attributes.map((each) => [
      attribute(each, 'Name') ?? '',
      all(each, 'AttributeValue').map((value) => text(value) ?? ''),
    ]),
  );
}
