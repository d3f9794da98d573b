import { describe, expect, it } from 'vitest';
import { firstView, parseView, viewQuery } from './view.ts';

const ID = '0c6ef4d2-95a6-4c33-8a4e-7d1a3e2c9f10';

describe('the view in the address', () => {
  it('is read back as it was written', () => {
    const view = {
      ...firstView,
      screen: 'board' as const,
      filter: {
        search: 'amber & co',
        status: ['submitted', 'in_review'] as const,
        confirmed: false,
        from: '2026-01-02',
        assignee: 'none',
        tag: 'follow up',
      },
      sort: 'name' as const,
      descending: false,
      after: ['amber~tilde', ID] as const,
      open: ID,
    };
    expect(parseView(viewQuery(view))).toEqual({ view, unknownParams: [] });
  });

  it('leads from the former screen of people to the settings', () => {
    expect(parseView('?screen=people')).toEqual({
      view: { ...firstView, screen: 'settings' },
      unknownParams: [],
    });
  });

  it('is empty for the first view', () => {
    expect(viewQuery(firstView)).toBe('');
    expect(parseView('')).toEqual({ view: firstView, unknownParams: [] });
  });

  it.each([
    ['?stage=new', ['stage']],
    ['?status=submitted,hired', ['status']],
    ['?confirmed=maybe&from=yesterday&open=1', ['confirmed', 'from', 'open']],
    ['?sort=salary&after=nowhere', ['sort', 'after']],
    ['?__proto__=x&constructor=y', ['__proto__', 'constructor']],
  ])('names what it does not understand in %s', (search, unknownParams) => {
    expect(parseView(search)).toEqual({ view: firstView, unknownParams });
  });
});
