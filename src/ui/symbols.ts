/**
 * Signs before the words of a state, told apart by their shapes. They never stand alone, since some people hear them by
 * other names. None is an emoji: every font has them, and none has a colour.
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
