import type { FastifyRequest } from 'fastify';

/** A request to the data API, as far as an extension sees it. */
interface ParsedRequest {
  readonly action: string;
  readonly target: { readonly schema: string; readonly name: string };
  /** The number of rows in the body, where it holds rows. */
  readonly payload: { readonly kind: string; readonly rows?: number } | null;
  /** The transaction is rolled back after the answer if it is `rollback`. */
  readonly preferences: { readonly transaction: 'commit' | 'rollback' | null };
}

/** Runs `run` for a request that the data API has parsed, and answers with the error it throws. */
export type AroundExecution = <Found>(
  request: FastifyRequest,
  parsed: ParsedRequest,
  run: () => Promise<Found>,
) => Promise<Found>;
