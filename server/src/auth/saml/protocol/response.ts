import { DOMParser } from '@xmldom/xmldom';
import { elementsOf, isBoundedDocument, isBoundedText } from './xml-bounds.rules.ts';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Of the form field, before decoding, as long as a body may be. */
const MAX_LENGTH = 64 * 1024;

/** Returns the XML of a SAMLResponse field, or null if it is no base64 or more than a parser should read. */
export function readField(field: string): string | null {
  if (field.length > MAX_LENGTH) return null;
  const plain = field.replaceAll(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) return null;
  const xml = Buffer.from(plain, 'base64').toString('utf8');
  return isBoundedText(xml) ? xml : null;
}

/**
 * Reads the envelope of a SAMLResponse field, or null when it is not a response. It is unsigned where only the
 * assertion is signed, so it may cause a refusal but never trust.
 */
export function readEnvelope(field: string) {
  const xml = readField(field);
  const root = xml === null ? null : parse(xml);
  if (root?.namespaceURI !== PROTOCOL || root.localName !== 'Response') return null;
  if (!isBoundedDocument(root)) return null;
  const own = elementsOf(root);
  const issuer = own.find((node) => node.namespaceURI === ASSERTION && node.localName === 'Issuer');
  const status = own.find((node) => node.namespaceURI === PROTOCOL && node.localName === 'Status');
  const code = status?.getElementsByTagNameNS(PROTOCOL, 'StatusCode')[0];
  return {
    issuer: issuer?.textContent?.trim() || null,
    destination: root.getAttribute('Destination') || null,
    isSuccess: code?.getAttribute('Value') === SUCCESS,
  };
}

function parse(xml: string): Element | null {
  const refuse = () => {
    throw new Error('not XML');
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  try {
    return parser.parseFromString(xml, 'text/xml')?.documentElement ?? null;
  } catch {
    return null;
  }
}
