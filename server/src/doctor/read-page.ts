import { outgoingFetch } from '../gateway/http/outgoing-fetch.ts';

/** The time of each request to a public address. */
export const PAGE_TIMEOUT_MS = 5_000;

/** Our pages are smaller. */
const MAX_BYTES = 1 << 20;

export interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Reads a page without following redirects, until its end, until `isEnough`, or up to a megabyte.
 * @throws Error without a whole answer in time
 */
export async function readPage(
  address: URL,
  headers: Readonly<Record<string, string>> = {},
  isEnough: (text: string) => boolean = () => false,
): Promise<Page> {
  const signal = AbortSignal.timeout(PAGE_TIMEOUT_MS);
  try {
    return await read(address, { headers, signal, redirect: 'manual' }, isEnough);
  } catch (error) {
    // Its reason is that of the connection, which the signal closed.
    throw signal.aborted ? signal.reason : error;
  }
}

async function read(address: URL, init: RequestInit, isEnough: (text: string) => boolean): Promise<Page> {
  const response = await outgoingFetch(address, init);
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_BYTES || isEnough(text)) break;
  }
  return { status: response.status, headers: response.headers, text };
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/ALTNAME_INVALID/, 'its certificate is for another name'],
  [/CERT_HAS_EXPIRED/, 'its certificate has expired'],
  [/CERT_NOT_YET_VALID/, 'its certificate is not valid yet'],
  [
    /SELF_SIGNED|UNABLE_TO_(?:VERIFY|GET)/,
    'its certificate is of an authority that is not known here, which NODE_EXTRA_CA_CERTS names',
  ],
  [/ENOTFOUND|ENODATA/, 'no such name is known'],
  [/^QUERY|EAI_AGAIN/, 'the name servers give no answer'],
  [/ECONNREFUSED/, 'nothing listens there'],
  [/ABORT|TIMEOUT|ETIMEDOUT/, `it gives no whole answer within ${PAGE_TIMEOUT_MS / 1000} seconds`],
  [/EPROTO|WRONG_VERSION/, 'it does not speak TLS'],
  [/ECONNRESET|HPE_|EPIPE/, 'it speaks no HTTP there'],
];

/** Returns why a page could not be read, in words. */
export function whyUnread(error: unknown): string {
  const { name, message, code, syscall, errors } = error as NodeJS.ErrnoException & {
    // One for each address of the name.
    errors?: { code?: string }[];
  };
  const found = `${syscall ?? ''} ${code ?? errors?.[0]?.code ?? ''} ${name}`.trimStart().toUpperCase();
  return reasons.find(([pattern]) => pattern.test(found))?.[1] ?? message;
}
