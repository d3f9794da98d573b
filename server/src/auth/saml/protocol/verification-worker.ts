import { parentPort } from 'node:worker_threads';
import { type Answer, readAnswer } from './verify-answer.ts';

// Before the first answer, so that the time limit of an answer does not include it.
await import('@node-saml/node-saml');
parentPort!.on('message', async (answer: Answer) => parentPort!.postMessage(await readAnswer(answer)));
parentPort!.postMessage('ready');
