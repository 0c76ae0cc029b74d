/**
 * Signs before the words of a state, told apart by their shapes. They never stand alone, as screen readers name them
 * differently. None is an emoji, so every font has them, without a colour.
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
