import { expect, it, vi } from 'vitest';
import { readIntake } from './intake.ts';

it.each<readonly [what: string, answer: () => Response | Promise<Response>, state: object | null]>([
  ['open', () => Response.json({ closed: false, opens_on: null }), null],
  ['closed', () => Response.json({ closed: true, opens_on: null }), { opensOn: null }],
  [
    'closed until a day',
    () => Response.json({ closed: true, opens_on: '2099-12-01', time_zone: 'Asia/Tokyo' }),
    { opensOn: '2099-12-01', zone: 'Asia/Tokyo' },
  ],
  ['open where the answer is unreadable', () => new Response('<html>'), null],
  ['open where the answer is an error', () => Response.json({ closed: true }, { status: 500 }), null],
  ['open where there is no answer', () => Promise.reject(new TypeError('network down')), null],
])('applications are %s', async (_what, answer, state) => {
  vi.stubGlobal('fetch', async () => answer());
  expect(await readIntake()).toEqual(state);
});
