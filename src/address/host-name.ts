import { isIPv4 } from 'node:net';

/** Longest host name in characters (RFC 1035 §2.3.4). */
const MAX_CHARS = 253;
/** Labels of letters of any script, digits, - and _ (the latter stands in names of containers). */
const NAME = /^[\p{L}\p{M}\p{N}_-]{1,63}(?:\.[\p{L}\p{M}\p{N}_-]{1,63})*\.?$/u;
const FOUR_NUMBERS = /^\d+(?:\.\d+){3}$/;

/** True for a host name or an IPv4 address; four numbers that are no address, as 10.0.0.256, are a mistake. */
export function isHostName(text: string): boolean {
  if (FOUR_NUMBERS.test(text)) return isIPv4(text);
  return text.length <= MAX_CHARS && NAME.test(text);
}
