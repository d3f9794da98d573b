import type { ApplicationRow } from '@solostead/contract/application';
import { sampleApplication } from './applicant.ts';
import type { TestServer } from './servers/server.ts';

/** Returns a valid application that `number` makes unique. */
export function numberedApplication(number: number | string): ApplicationRow {
  return sampleApplication({
    name: `Sample Builder ${number}`,
    email: `builder-${number}@sample.example`,
    linkedin: `https://www.linkedin.com/in/sample-builder-${number}`,
  });
}

/** Submits like a visitor's browser, with one INSERT, the publishable key and no token. Text is sent unchanged. */
export function submitApplication(
  server: Pick<TestServer, 'url' | 'publishableKey'>,
  application: object | string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(`${server.url}/rest/v1/applications`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
      ...headers,
    },
    body: typeof application === 'string' ? application : JSON.stringify(application),
  });
}
