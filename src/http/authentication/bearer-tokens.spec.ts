import { describe, expect, it } from 'vitest';
import { BearerTokens } from './bearer-tokens.js';

describe('fixed bearer tokens', () => {
  const tokens = new BearerTokens(['alice:first-token', 'second-token', 'x'.repeat(500)]);

  it('are recognised whole, with the name of their holder', () => {
    expect(tokens.nameOf('first-token')).toBe('alice');
    expect(tokens.nameOf('second-token')).toBe('token-2');
    expect(tokens.nameOf('x'.repeat(500))).toBe('token-3');
  });

  it.each(['', 'first-toke', 'first-tokens', 'FIRST-TOKEN', 'alice:first-token', 'alice', 'x'.repeat(499)])(
    'are not guessed by %j',
    (guess) => {
      expect(tokens.nameOf(guess)).toBeUndefined();
    },
  );
});
