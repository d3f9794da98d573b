import { refusals, type RefusalCode } from '@solostead/contract/refusals';

/** Returns an object to match against `Member.refusal` for this code. */
export const refusedWith = (code: RefusalCode, message?: string) => ({
  status: refusals[code],
  code,
  ...(message !== undefined && { message }),
});

/** A change of what someone else has changed, with the state that it has now. */
export const conflict = (detail: object) => ({ ...refusedWith('version_conflict'), detail });
