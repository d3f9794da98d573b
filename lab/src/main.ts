import { serve } from '../../server/src/serve.ts';
import { readLabConfig } from './configuration.ts';

await serve(readLabConfig, async () => (await import('./lab.ts')).lab);
