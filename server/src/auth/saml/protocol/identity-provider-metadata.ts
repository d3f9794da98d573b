import { DOMParser } from '@xmldom/xmldom';
import { secureUrl } from '../../kernel/request/secure-url.rules.ts';
import { outgoingFetch } from '../../../gateway/http/outgoing-fetch.ts';

/** Facts about a company's identity provider from its SAML 2.0 metadata. */
export interface IdentityProvider {
  readonly entityId: string;
  /** The address to which browsers are redirected. */
  readonly signInUrl: string;
  /** Base64 of X.509 certificates that sign for it. */
  readonly certificates: readonly string[];
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Unusable metadata. The message says why, for the administrator who sent it. */
export class MetadataError extends Error {
  override name = 'MetadataError';
}

const lacking = (what: string) => new MetadataError(`SAML Metadata does not contain ${what}`);

/** Reads an EntityDescriptor. @throws MetadataError */
export function readIdentityProvider(xml: string): IdentityProvider {
  const entity = parse(xml);
  const entityId = entity.getAttribute('entityID') ?? '';
  if (!entityId) throw lacking('an EntityID');
  const [role] = children(entity, METADATA, 'IDPSSODescriptor');
  if (!role) throw lacking('any IDPSSODescriptor');
  const service = children(role, METADATA, 'SingleSignOnService').find(
    (candidate) => candidate.getAttribute('Binding') === REDIRECT,
  );
  const signInUrl = service?.getAttribute('Location') ?? '';
  if (!/^https?:/.test(URL.parse(signInUrl)?.protocol ?? ''))
    throw lacking('a SingleSignOnService with HTTP-Redirect binding');
  const certificates = children(role, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')))
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ''))
    .filter((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text));
  if (certificates.length === 0) throw lacking('a certificate for signing');
  return { entityId, signInUrl, certificates };
}

function parse(xml: string): Element {
  if (/<!DOCTYPE/i.test(xml)) throw new MetadataError('SAML Metadata must not hold a document type');
  const complain = (message: string) => {
    throw new MetadataError(`SAML Metadata is not XML: ${message.split('\n')[0]}`);
  };
  const parser = new DOMParser({
    errorHandler: { warning: () => {}, error: complain, fatalError: complain },
  });
  const root = parser.parseFromString(xml, 'text/xml')?.documentElement;
  if (root?.namespaceURI !== METADATA || root.localName !== 'EntityDescriptor') {
    throw new MetadataError('SAML Metadata is not an EntityDescriptor');
  }
  return root;
}

const children = (parent: Element, namespace: string, name: string): Element[] =>
  Array.from(parent.childNodes)
    .filter((node): node is Element => node.nodeType === 1)
    .filter((element) => element.namespaceURI === namespace && element.localName === name);

const TIMEOUT_MS = 10_000;
const MAX_LENGTH = 512 * 1024;

/** Fetches metadata from an administrator's address, https only, without redirects. @throws Error */
export async function fetchMetadata(address: string): Promise<string> {
  const url = secureUrl(address);
  if (!url) throw new Error('not an https address');
  const response = await outgoingFetch(url, {
    headers: { accept: 'application/samlmetadata+xml, application/xml;q=0.9' },
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_LENGTH) throw new Error('it is too long');
  return text;
}
