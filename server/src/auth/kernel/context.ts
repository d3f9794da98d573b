import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../process/clock.ts';
import type { Database } from '../../database/database.ts';
import type { JWK } from '../../configuration/jwk.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Background } from './background.ts';
import type { HashingQueue } from './hashing-queue.ts';
import type { Limits } from './limits/limits.ts';
import type { AuthSettings } from './settings.ts';
import type { SignToken } from './tokens.ts';
import type { SmsSender } from './sms/twilio.ts';

/**
 * The dependencies of handlers, created once in `service.ts`. A feature that needs another member declares it next to
 * the code that creates it (declaration merging), so that the kernel knows no feature.
 */
export interface AuthContext {
  readonly settings: AuthSettings;
  readonly database: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly hashing: HashingQueue;
  readonly limits: Limits;
  readonly signToken: SignToken;
  /** Null if no text message can be sent. */
  readonly sms: SmsSender | null;
  readonly keys: readonly JWK[];
  readonly background: Background;
  readonly log: FastifyBaseLogger;
}
