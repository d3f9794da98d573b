import { DatabaseError } from 'pg';
import { stdSerializers } from 'pino';

/** SQLSTATE classes whose messages quote values of rows: wrong data, broken constraints and what functions raise. */
const QUOTES_VALUES = /^(22|23|P0)/;

const isFrame = (line: string): boolean => line.trimStart().startsWith('at ');

/** An error as the log shows it. Mail servers and PostgreSQL quote addresses and rows, so their words are left out. */
export function loggedError(error: Error): unknown {
  if (!(error instanceof Error)) return error;
  const stack = error.stack?.split('\n').filter(isFrame).join('\n');
  if (error instanceof DatabaseError) {
    const { code, constraint, table } = error;
    const message = QUOTES_VALUES.test(code ?? '') ? {} : { message: error.message };
    return { type: 'DatabaseError', code, constraint, table, ...message, stack };
  }
  if ('response' in error && 'command' in error) {
    const { code, responseCode, command } = error as Error & Record<string, unknown>;
    return { type: 'MailRefused', code, responseCode, command, stack };
  }
  return stdSerializers.err(error);
}
