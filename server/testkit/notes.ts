import type { TestServer } from './servers/test-server.ts';

/** A row of the fixture project's table, unique by its address. */
export interface Note {
  readonly name: string;
  readonly email: string;
}

/** Returns a note that `number` makes unique. */
export const numberedNote = (number: number | string): Note => ({
  name: `Note ${number}`,
  email: `builder-${number}@sample.example`,
});

/** Writes it like a visitor, with the publishable key and no token. A second time is 409. */
export const submitNote = (
  { url, publishableKey }: Pick<TestServer, 'url' | 'publishableKey'>,
  note: Note,
): Promise<Response> =>
  fetch(`${url}/rest/v1/notes`, {
    method: 'POST',
    headers: { apikey: publishableKey, 'content-type': 'application/json', prefer: 'return=minimal' },
    body: JSON.stringify(note),
  });
