import { parentOption, readArguments } from '@solostead/server';
import { serveLab } from './serve-lab.ts';

const HELP = `node lab/src/main.ts: runs the server with the built site. npm start also installs and builds

  .env.example lists the settings.`;

readArguments(HELP, { greet: { type: 'boolean' }, ...parentOption });
await serveLab();
