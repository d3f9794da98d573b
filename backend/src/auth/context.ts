import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { JWK } from '../configuration/jwk.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Background } from './machinery/background.ts';
import type { Limits } from './machinery/limits.ts';
import type { Passwords } from './machinery/passwords.ts';
import type { AuthSettings } from './settings.ts';
import type { SignToken } from './machinery/tokens.ts';
import type { WaysIn } from './ways-in.ts';

/** What handlers work with; made once in `service.ts`. */
export interface AuthContext {
  readonly settings: AuthSettings;
  readonly database: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly passwords: Passwords;
  readonly limits: Limits;
  readonly signToken: SignToken;
  readonly waysIn: WaysIn;
  readonly keys: readonly JWK[];
  readonly background: Background;
  readonly log: FastifyBaseLogger;
}
