const TIMEOUT_MS = 30_000;

/** Posts JSON with the publishable key. Returns the answer's body and rejects with its status if it is refused. */
export async function post(
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${text.slice(0, 300)}`);
  return text;
}
