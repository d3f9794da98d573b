/** Why a function gave no answer, by the codes of Supabase's edge runtime. */
const faults = {
  NOT_FOUND: { status: 404, message: 'Requested function was not found' },
  UNAUTHORIZED_NO_AUTH_HEADER: { status: 401, message: 'Missing authorization header' },
  UNAUTHORIZED_INVALID_JWT: { status: 401, message: 'Invalid JWT' },
  UNAUTHORIZED_INVALID_API_KEY: { status: 401, message: 'Invalid API key' },
  BAD_REQUEST: { status: 400, message: 'Request could not be read' },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'Request body is too large' },
  BODIES_LIMIT: {
    status: 503,
    message: 'Too many large requests at once, please try again in a moment',
  },
  BOOT_ERROR: { status: 503, message: 'Function failed to start (please check logs)' },
  WORKER_ERROR: { status: 500, message: 'Function exited due to an error (please check logs)' },
  WORKER_LIMIT: {
    status: 546,
    message: 'Function failed due to not having enough compute resources (please check logs)',
  },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests at once, please try again in a moment' },
  IDLE_TIMEOUT: { status: 504, message: 'Request idle timeout limit reached' },
};

type FaultCode = keyof typeof faults;

/** A call that the service answers itself. `reason` is for the log only. */
export class FunctionFault extends Error {
  override name = 'FunctionFault';
  readonly code: FaultCode;
  readonly status: number;
  readonly reason: string | null;

  /** @param message what the caller reads, where it is not the usual one */
  constructor(code: FaultCode, reason: string | null = null, message: string = faults[code].message) {
    super(message);
    this.code = code;
    this.status = faults[code].status;
    this.reason = reason;
  }
}

/** A worker that had ended before it got the request, which another worker can answer. */
export class WorkerEnded extends FunctionFault {
  constructor(reason: string) {
    super('WORKER_ERROR', reason);
  }
}
