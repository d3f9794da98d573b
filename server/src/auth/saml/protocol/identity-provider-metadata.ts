import { DOMParser } from '@xmldom/xmldom';

/** What we need to know of a company's identity provider, from its SAML 2.0 metadata. */
export interface IdentityProvider {
  readonly entityId: string;
  /** Where people are sent by redirect. */
  readonly signInUrl: string;
  /** Base64 of X.509 certificates that sign for it. */
  readonly certificates: readonly string[];
}

const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** The metadata cannot be used; the message says why, for the administrator who sent it. */
export class MetadataError extends Error {
  override name = 'MetadataError';
}

/** Reads an EntityDescriptor. @throws MetadataError */
export function readIdentityProvider(xml: string): IdentityProvider {
  const entity = parse(xml);
  const entityId = entity.getAttribute('entityID') ?? '';
  if (!entityId) throw new MetadataError('SAML Metadata does not contain an EntityID');
  const [role] = children(entity, METADATA, 'IDPSSODescriptor');
  if (!role) throw new MetadataError('SAML Metadata does not contain any IDPSSODescriptor');
  const service = children(role, METADATA, 'SingleSignOnService').find(
    (candidate) => candidate.getAttribute('Binding') === REDIRECT,
  );
  const signInUrl = service?.getAttribute('Location') ?? '';
  if (!/^https?:/.test(URL.parse(signInUrl)?.protocol ?? '')) {
    throw new MetadataError(
      'SAML Metadata does not contain a SingleSignOnService with HTTP-Redirect binding',
    );
  }
  const certificates = children(role, METADATA, 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => Array.from(key.getElementsByTagNameNS(SIGNATURE, 'X509Certificate')))
    .map((element) => (element.textContent ?? '').replace(/\s+/g, ''))
    .filter((text) => /^[A-Za-z0-9+/]+={0,2}$/.test(text));
  if (certificates.length === 0) {
    throw new MetadataError('SAML Metadata does not contain a certificate for signing');
  }
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

function children(parent: Element, namespace: string, name: string): Element[] {
  return Array.from(parent.childNodes).filter(
    (node): node is Element =>
      node.nodeType === 1 &&
      (node as Element).namespaceURI === namespace &&
      (node as Element).localName === name,
  );
}
