import { describe, expect, it } from 'vitest';
import { brokerMarkers } from './lexical-probe.js';

const DEFAULTS = { ansiQuotes: true, noBackslashEscapes: true };

/** Expected flags: one a marker that the broker counts (engine-behaviour §3.5), true when the engine has it too. */
describe('brokerMarkers', () => {
  it.each([
    ['SELECT ?', [true]],
    ['SELECT 1', []],
    ['SELECT 1 AS "a?"', [false]],
    ['SELECT ? AS [b?], `c?`, ?', [true, false, false, true]],
    ["SELECT '?', 'it''s ?', ?", [true]],
    ['SELECT ? -- ?\n, ? // ?\n /* ? */', [true, true]],
    ["SELECT '\\', ?, '?'", [true]],
    ['SELECT ? /* ?', [true]],
  ])('%j', (sql, expected) => {
    expect(brokerMarkers(sql, DEFAULTS)).toEqual(expected);
  });

  it('takes double quotes for strings when the engine does', () => {
    expect(brokerMarkers('SELECT "a?", ?', { ...DEFAULTS, ansiQuotes: false })).toEqual([true]);
    expect(brokerMarkers('SELECT "a""?", ?', { ...DEFAULTS, ansiQuotes: false })).toEqual([true]);
  });

  it('follows backslash escapes when the engine does', () => {
    expect(brokerMarkers("SELECT '\\'?', ?", { ...DEFAULTS, noBackslashEscapes: false })).toEqual([true]);
  });

  it('gives up on a marker that the broker overlooks: to the broker a CR does not end a comment', () => {
    expect(brokerMarkers('SELECT 1 --?\r, ?', DEFAULTS)).toBeUndefined();
  });

  it('takes a megabyte of string in its stride', () => {
    expect(brokerMarkers(`SELECT '${"?''".repeat(400_000)}', ?`, DEFAULTS)).toEqual([true]);
  });
});
