import { CallFailed, callProcedure, type Credentials } from './call-procedure.ts';

/** A member of the lab who calls a function. */
export interface Caller {
  readonly user_id: string;
  readonly access: string | null;
}

/** Returns the caller's own credentials for the other services. */
export const credentialsOf = ({ headers }: Request): Credentials => ({
  apikey: headers.get('apikey') ?? '',
  authorization: headers.get('authorization') ?? '',
});

/** Returns the caller as the database identifies them, or null if it refuses the token. */
export async function whoCalls(request: Request): Promise<Caller | null> {
  return callProcedure<Caller>('my_account', {}, credentialsOf(request)).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status < 500 && error.status !== 429) return null;
    throw error;
  });
}

/** Returns the members of a JSON body, none for a body that is not an object. */
export async function readBody<Body extends object>(request: Request): Promise<Partial<Body>> {
  try {
    const body = (await request.json()) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}
