import { rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { UNREACHABLE, whyUnwritable } from '../database/why-unwritable.ts';
import type { FastifyPluginAsync } from 'fastify';
import { isOneTimeValue, proofOf, PROOF_HEADER } from './own-proof.ts';

/** Null if the server is ready, otherwise the reason in a sentence without facts about the machine. */
export type Verdict = string | null;

type WritableDatabase = Pick<Database, 'query' | 'pipeline'>;

/** The lifetimes of cached results. Bad news is checked again sooner. */
const GOOD_FOR_MS = 10_000;
const BAD_FOR_MS = 1_000;

/** The timeout of a check. */
const TIMEOUT_MS = 3_000;

/** The disk space PostgreSQL takes at once when it grows, one segment of its log. */
const NEEDED_BYTES = 16 * 2 ** 20;

/**
 * Checks that the database accepts writes and, where its data is on this machine (`dataPath`), that the disk has
 * room. Answers within three seconds and caches the result. A good one is dropped when a request or the listener has
 * noticed since that the database `isAway`.
 */
export function readiness(
  database: WritableDatabase,
  dataPath: string | null,
  isAway: () => boolean = () => false,
): () => Promise<Verdict> {
  let last: Check | null = null;
  const ask = (): Promise<Verdict> => {
    const check: Check = { verdict: findOut(database, dataPath), until: Infinity, isGood: false };
    void check.verdict.then((verdict) => {
      check.isGood = verdict === null;
      check.until = Date.now() + (check.isGood ? GOOD_FOR_MS : BAD_FOR_MS);
    });
    last = check;
    return check.verdict;
  };
  const isCurrent = ({ until, isGood }: Check) => Date.now() < until && !(isGood && isAway());
  return () => (last && isCurrent(last) ? last.verdict : ask());
}

interface Check {
  readonly verdict: Promise<Verdict>;
  until: number;
  isGood: boolean;
}

async function findOut(database: WritableDatabase, dataPath: string | null): Promise<Verdict> {
  // A full disk is named before what it does to the database.
  const looks = [...(dataPath ? [lookAtDisk(dirname(dataPath))] : []), whyUnwritable(database)];
  const found = Promise.all(looks).then((verdicts) => verdicts.find((verdict) => verdict !== null) ?? null);
  return Promise.race([found, pause(TIMEOUT_MS, UNREACHABLE, { ref: false })]);
}

/** A disk may have free bytes and still refuse writes (a quota, a remount), so this writes a small file as well. */
async function lookAtDisk(directory: string): Promise<Verdict> {
  const probe = join(directory, `.room-${process.pid}`);
  try {
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize < NEEDED_BYTES) return NO_ROOM;
    await writeFile(probe, Buffer.alloc(65_536), { mode: 0o600, flush: true });
    return null;
  } catch {
    return NO_ROOM;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

const NO_ROOM = 'the disk has no room';

/**
 * `/health/live` succeeds while the process answers, `/health/open` until the server `isLeaving`, so that a proxy
 * stops sending requests, and `/health/ready` while the database accepts writes. A proxy should ask for `open`,
 * because pages need no database and callers that need it are refused in the format of their API. All three answer a
 * one-time value with the proof for `doctor`.
 */
export function health(
  isReady: () => Promise<Verdict>,
  isLeaving: () => boolean,
  secretKey: string,
): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onRequest', (request, reply, done) => {
      const value = request.headers[PROOF_HEADER];
      if (isOneTimeValue(value)) reply.header(PROOF_HEADER, proofOf(secretKey, value));
      done();
    });
    app.get('/health/live', async () => ({ status: 'live' }));
    app.get('/health/open', async (_request, reply) =>
      isLeaving() ? reply.code(503).send({ status: 'leaving' }) : { status: 'open' },
    );
    app.get('/health/ready', async (_request, reply) => {
      if (isLeaving()) return reply.code(503).send({ status: 'leaving' });
      const verdict = await isReady();
      if (verdict === null) return { status: 'ready' };
      return reply.code(503).header('retry-after', '1').send({ status: verdict });
    });
  };
}
