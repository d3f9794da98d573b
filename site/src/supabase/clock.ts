/**
 * The server's time. The device's clock may be wrong, so nothing compares it with a time of the server
 * (scripts/checks/words.mjs). The time is measured by answers of the server and counted on from there.
 */
let measured = { serverMs: Date.now(), deviceMs: Date.now(), steadyMs: performance.now() };
let isMeasured = false;
let isAnswered = false;

/** Milliseconds that an answer takes, and the second that a `Date` header leaves out. */
const TOLERANCE_MS = 2_000;

/**
 * Returns the server's present time in milliseconds since 1970. `performance.now` ignores changes of the device's clock
 * and may stop while the device sleeps, which the clock does not, so the longer time counts.
 */
export function serverNow(): number {
  const { serverMs, deviceMs, steadyMs } = measured;
  return serverMs + Math.max(Date.now() - deviceMs, performance.now() - steadyMs);
}

/** Returns false after the device slept or its clock was set, between which the two clocks here cannot tell. */
const isSteady = (): boolean =>
  Math.abs(Date.now() - measured.deviceMs - (performance.now() - measured.steadyMs)) <= TOLERANCE_MS;

/** Returns true if an answer has stated the time since the page began, the device slept and its clock was set. */
export const isTimeCertain = (): boolean => isAnswered && isSteady();

/**
 * Notes the server's time in milliseconds since 1970, as an answer has just stated it, or else as an earlier page
 * measured it.
 */
export function noteServerTime(serverMs: number, isAnswer = true): void {
  if (Number.isNaN(serverMs)) return;
  isAnswered ||= isAnswer;
  if (isMeasured && isSteady() && Math.abs(serverMs - serverNow()) <= TOLERANCE_MS) return;
  isMeasured = true;
  measured = { serverMs, deviceMs: Date.now(), steadyMs: performance.now() };
}

/** Returns true once the server's time was noted. */
export const knowsServerTime = (): boolean => isMeasured;

/** Converts a time of the server to one by the device's clock, for a library that compares it with that. */
export const byDevice = (serverMs: number): number => Date.now() + serverMs - serverNow();
