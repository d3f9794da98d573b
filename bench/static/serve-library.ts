import fastifyStatic from '@fastify/static';
import { fastify, type FastifyInstance } from 'fastify';
import sirv from 'sirv';

// A program: serves a built site by a library, in the library's favour without the hooks and the log of our gateway.
const [library = '', siteDir = '', port = ''] = process.argv.slice(2);

const install: Readonly<Record<string, (app: FastifyInstance) => void>> = {
  '@fastify/static': (app) => {
    void app.register(fastifyStatic, { root: siteDir, preCompressed: true, extensions: ['html'] });
  },
  sirv: (app) => {
    const serve = sirv(siteDir, { gzip: true, brotli: true, etag: true });
    app.get('/*', (request, reply) => {
      reply.hijack();
      serve(request.raw, reply.raw, () => void reply.raw.writeHead(404).end());
    });
  },
};

const app = fastify();
install[library]!(app);
await app.listen({ host: '127.0.0.1', port: Number(port) });
