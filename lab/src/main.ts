import { serve } from '../../server/src/serve.ts';
import { readLabConfig } from './configuration.ts';
import { lab } from './lab.ts';

await serve(readLabConfig, lab);
