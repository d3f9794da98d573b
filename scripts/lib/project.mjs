import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's root, absolute. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

/** @param {...string} parts below the root */
export const fromRoot = (...parts) => join(root, ...parts);

/** A program that the project's packages bring, absolute. @param {string} name */
export const bin = (name) => fromRoot('node_modules', '.bin', name);
