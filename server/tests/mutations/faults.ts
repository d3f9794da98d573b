import { auth } from './auth.ts';
import { dataApi } from './data-api.ts';
import { gateway } from './gateway.ts';

/** The server's deliberate faults by area. Their paths begin in the server's folder. */
export const serverFaults = { auth, 'data-api': dataApi, gateway };
