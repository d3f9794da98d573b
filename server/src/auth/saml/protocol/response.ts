import { DOMParser } from '@xmldom/xmldom';

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
/** Of the form field, before decoding. */
const MAX_LENGTH = 512 * 1024;

/**
 * Reads the envelope of a SAMLResponse field, or null when it is not a response. It is unsigned where only the
 * assertion is signed, so it may cause a refusal but never trust.
 */
export function readEnvelope(field: string) {
  if (field.length > MAX_LENGTH || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(field)) return null;
  const xml = Buffer.from(field, 'base64').toString('utf8');
  if (/<!DOCTYPE/i.test(xml)) return null;
  const root = parse(xml);
  if (root?.namespaceURI !== PROTOCOL || root.localName !== 'Response') return null;
  const own = Array.from(root.childNodes).filter((node): node is Element => node.nodeType === 1);
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
  const parser = new DOMParser({ errorHandler: { warning: () => {}, error: refuse, fatalError: refuse } });
  try {
    return parser.parseFromString(xml, 'text/xml')?.documentElement ?? null;
  } catch {
    return null;
  }
}
