import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Loaded before a bot: answers each message to the process with the longest delay of its event loop since the message
 * before, in ms.
 */
const histogram = monitorEventLoopDelay({ resolution: 5 });
histogram.enable();
process.on('message', () => {
  process.send?.(histogram.max / 1e6);
  histogram.reset();
});
process.channel?.unref();
