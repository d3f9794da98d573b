import { describe, expect, it } from 'vitest';
import { RestError, restError } from './errors.ts';

describe('an error of the data API', () => {
  it('has the status, message and parts of its code', () => {
    const { status, body } = restError('PGRST127', { details: 'a feature' });
    const message = 'Feature not implemented';
    expect([status, body]).toEqual([400, { code: 'PGRST127', message, details: 'a feature', hint: null }]);
  });

  it('compiles with listed codes and statuses only, and with a message where the list has none', () => {
    // @ts-expect-error
    expect(() => restError('PGRST999')).toThrow();
    // @ts-expect-error
    restError('PGRST127', { status: 404 });
    // @ts-expect-error
    restError('PGRST204');
    // @ts-expect-error
    expect(new RestError(400, 'PGRST999', 'A message')).toBeInstanceOf(Error);
  });
});
