/**
 * A sign before the words of a state, so that states are told apart at a glance, and without colour: their shapes
 * differ. Signs never stand alone, since some people hear them by names of their own. None is an emoji: every font has
 * them, and they carry no colour that could say something else than the words.
 */
export const SYMBOLS = {
  good: '✓',
  settled: '■',
  nothing: '○',
  waiting: '…',
  attention: '▲',
  refused: '✗',
  change: '↻',
  unknown: '?',
} as const;
