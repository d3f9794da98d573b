import { readFileSync } from 'node:fs';

/** Reads a JSON file. Returns null if it is missing or damaged. @param {string} file @returns {any} */
export function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}
