import type { TestServer } from './server.ts';

/** An application that the form would let through; `number` makes it unlike all others. */
export function sampleApplication(number: number | string) {
  return {
    name: `Sample Builder ${number}`,
    email: `builder-${number}@sample.example`,
    linkedin: `https://www.linkedin.com/in/sample-builder-${number}`,
    sectors: 'health and climate',
    q1: true,
    q2: true,
    q3: true,
    q4: true,
    q5: true,
    q6: true,
    q7: true,
  };
}

/** Submits as a visitor's browser does: one INSERT with the publishable key and no token. */
export function submitApplication(
  server: Pick<TestServer, 'url' | 'publishableKey'>,
  application: ReturnType<typeof sampleApplication>,
): Promise<Response> {
  return fetch(`${server.url}/rest/v1/applications`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      'content-type': 'application/json',
      prefer: 'return=minimal',
    },
    body: JSON.stringify(application),
  });
}
