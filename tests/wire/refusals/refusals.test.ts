import { refusals, type RefusalCode } from '@solostead/contract/refusals';
import { expect, testStarting } from '../../harness/fixtures.ts';
import { callers } from './callers.ts';
import { states } from './states.ts';
import { values } from './values.ts';
import { type Cases, World } from './world.ts';

// Its own server, because cases change its settings.
const test = testStarting({ env: { LIMITS: 'on' } });

/** A refusal of each code of the contract. */
const cases: Cases<RefusalCode> = { ...values, ...callers, ...states };

test.for(Object.keys(refusals) as RefusalCode[])(
  'a caller gets status and message of %s',
  async (code, { lab }) => {
    const [message, call] = cases[code];
    expect(await call(new World(lab))).toMatchObject({ status: refusals[code], code, message });
  },
);
