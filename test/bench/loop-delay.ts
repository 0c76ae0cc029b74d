import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before a bot: answers each message to the process with the longest delay of its event loop since the message
 * before, in ms.
 */
const RESOLUTION_MS = 5;
const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
histogram.enable();
process.on('message', () => {
  // A delay that has just ended is counted with the next tick.
  setTimeout(() => {
    process.send?.(histogram.max / 1e6);
    histogram.reset();
  }, 2 * RESOLUTION_MS);
});
process.channel?.unref();
