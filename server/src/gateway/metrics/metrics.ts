import type { FastifyInstance, onResponseHookHandler } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { bearerOf } from '../identify-caller.ts';
import type { ExtensionGauge } from './extension-gauge.ts';
import type { MailOutcome } from '../../mail/counted-mailer.ts';
import { readBuildInfo } from '../../process/build-info.ts';

/** Watches the process, the requests and `gauges`. `isSecret` returns true for the secret key. */
export function createMetrics(isSecret: (key: string) => boolean, gauges: readonly ExtensionGauge[]) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Prometheus reserves the ending of these three for counters, and they are none.
  for (const kind of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const { version, commit } = readBuildInfo();
  new Gauge({
    name: 'solostead_build_info',
    help: '1, with the version and commit that run',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit: commit ?? 'unknown' }, 1);
  const duration = new Histogram({
    name: 'solostead_request_duration_seconds',
    help: 'Time to answer, by service, method and status',
    labelNames: ['service', 'method', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers,
  });
  const counts = authCounters(registers);
  const readOwn = ownMetrics(gauges, registers);

  /** Counts and times an answer. */
  const observe: onResponseHookHandler = (request, reply, done) => {
    const [, service = 'site'] = /^\/(auth|rest|functions)\/v1\//.exec(request.url) ?? [];
    const labels = { service, method: request.method, status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
    done();
  };
  return {
    observe,
    ...counts,
    /** `GET /metrics` in Prometheus' text format, for callers with the secret key. */
    route: async (app: FastifyInstance) => {
      app.get('/metrics', async (request, reply) => {
        if (!isSecret(String(request.headers.apikey ?? bearerOf(request) ?? ''))) {
          return reply.code(401).send({ message: 'The metrics need the secret key' });
        }
        await readOwn();
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}

/** Returns functions that count a secret that the auth service hashes, and a mail of it. */
function authCounters(registers: Registry[]) {
  const hashes = new Counter({
    name: 'solostead_password_hashes_total',
    help: 'Passwords and recovery codes hashed or compared',
    registers,
  });
  const mails = new Counter({
    name: 'solostead_auth_mails_total',
    help: 'Emails of sign-ins and accounts that this copy sent, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['sent', 'failed'] as const) mails.inc({ outcome }, 0);
  return {
    countHash: () => hashes.inc(),
    countMail: (outcome: MailOutcome) => mails.inc({ outcome }),
  };
}

/** Returns the function that reads the values of `gauges`. One without a value is absent. */
function ownMetrics(gauges: readonly ExtensionGauge[], registers: Registry[]): () => Promise<void> {
  const own = gauges.map(({ name, help, read, isCounter }) => {
    const metric = new (isCounter ? Counter : Gauge)({ name, help, registers });
    return { metric, read };
  });
  return async () => {
    for (const { metric, read } of own) {
      const value = await read();
      metric.remove();
      if (value !== null) metric.inc(value);
    }
  };
}
