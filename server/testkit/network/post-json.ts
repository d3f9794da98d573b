/** Sends JSON as any page does, with the publishable key and no token. Headers replace those of the same name. */
export const postJson = (
  server: { readonly url: string; readonly publishableKey: string },
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { apikey: server.publishableKey, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
