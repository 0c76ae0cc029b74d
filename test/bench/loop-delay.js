import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { setTimeout } from 'node:timers';

/**
 * Loaded before a bot: answers each message to the process with the longest delay of its event loop since the message
 * before, in ms. JavaScript, as Node would load its TypeScript parser for it: 28 MB.
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
