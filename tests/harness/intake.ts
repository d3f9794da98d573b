import type { TestServer } from './servers/server.ts';

/** Closes applications, until a day if there is one. */
export const close = (server: TestServer, opensOn: string | null = null) =>
  server.sql`select private.set_intake(true, ${opensOn})`;

/** Returns the day this many days from today, in UTC. */
export const dayFromNow = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Simulates the arrival of the day by setting it to today. */
export const dayArrives = (server: TestServer) =>
  server.sql("update private.intake set opens_on = (now() at time zone 'UTC')::date");

let hosts = 0;
/** Returns an unused address, so that the limit of one network does not interfere. */
export const someHost = (network = '192.0.2') => `${network}.${(hosts = (hosts % 250) + 1)}`;
