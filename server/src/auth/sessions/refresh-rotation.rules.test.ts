import { describe, expect, test } from 'vitest';
import { rotationStep } from './refresh-rotation.rules.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const ago = (seconds: number): string => new Date(now - seconds * 1_000).toISOString();
const rules = { rotation: true, reuseIntervalSeconds: 10 };
const token = (over = {}) => ({
  token: 'a',
  revoked: true,
  parent: null,
  updated_at: ago(60),
  predates_proof: false,
  ...over,
});
const active = (parent: string | null) => ({
  token: 'z',
  revoked: false,
  parent,
  updated_at: ago(1),
  predates_proof: false,
});

describe('a presented refresh token', () => {
  test('is exchanged if it is not revoked', () => {
    expect(rotationStep(token({ revoked: false }), active(null), rules, now)).toBe('rotate');
  });
  test('is answered with its active child, at any age', () => {
    expect(rotationStep(token({ updated_at: ago(86_400) }), active('a'), rules, now)).toBe('repeat');
  });
  test.each([
    [9, 'child'],
    [10, 'child'],
    [11, 'end-session'],
  ])('revoked %i seconds ago leads to %s', (seconds, step) => {
    for (const parent of ['other', null])
      expect(rotationStep(token({ updated_at: ago(seconds) }), active(parent), rules, now)).toBe(step);
  });
  test('of a revoked family has no grace period', () => {
    expect(rotationStep(token({ updated_at: ago(1) }), null, rules, now)).toBe('reject');
  });
  test.each([
    ['never used', { revoked: false }],
    ['revoked a moment ago', { updated_at: ago(1) }],
    ['revoked long ago', {}],
  ])('from before a proof, %s, is refused alone', (_what, over) => {
    const presented = token({ predates_proof: true, ...over });
    for (const parent of ['a', 'other', null]) {
      expect(rotationStep(presented, active(parent), rules, now)).toBe('reject');
    }
  });
  test('is refused without ending the session if rotation is off', () => {
    const off = { ...rules, rotation: false };
    expect(rotationStep(token(), active('other'), off, now)).toBe('reject');
  });
});
