import { expect, it, vi } from 'vitest';
import { confirmEmail } from './confirmation.ts';

const ID = '00000000-0000-4000-8000-000000000000';

/** Answers the procedure in place of the backend. Returns the bodies of the requests. */
function backend(answer: () => Response | Promise<Response>): unknown[] {
  const requests: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    requests.push(JSON.parse(String(body)));
    return answer();
  });
  return requests;
}

it.each<readonly [what: string, answer: () => Response | Promise<Response>, result: object]>([
  [
    'success',
    () => Response.json({ success: true, message: 'x' }),
    { kind: 'confirmed', isWaiting: true, hasEvidence: false },
  ],
  [
    'success after the answer',
    () => Response.json({ success: true, message: 'x', waiting: false }),
    { kind: 'confirmed', isWaiting: false, hasEvidence: false },
  ],
  [
    'success of one who has shown something',
    () => Response.json({ success: true, message: 'x', has_evidence: true }),
    { kind: 'confirmed', isWaiting: true, hasEvidence: true },
  ],
  [
    'a refusal with a message',
    () => Response.json({ success: false, message: ' This link was replaced. ' }),
    { kind: 'refused', message: 'This link was replaced.' },
  ],
  [
    'a refusal without a message',
    () => Response.json({ success: false }),
    { kind: 'refused', message: null },
  ],
  ['an error', () => Response.json({ message: 'x' }, { status: 500 }), { kind: 'failed' }],
  ['an unreadable page', () => new Response('<html>'), { kind: 'unexpected' }],
  ['something else', () => Response.json('yes'), { kind: 'unexpected' }],
  ['no answer', () => Promise.reject(new TypeError('network down')), { kind: 'unexpected' }],
])('understands %s (contract P7.3, P8.5)', async (_what, answer, result) => {
  const requests = backend(answer);
  expect(await confirmEmail(ID)).toEqual(result);
  expect(requests).toEqual([{ application_id: ID }]);
});

it('asks nothing without an application_id', async () => {
  const requests = backend(() => Response.json({ success: true }));
  expect(await confirmEmail(null)).toEqual({ kind: 'missing' });
  expect(requests).toEqual([]);
});
