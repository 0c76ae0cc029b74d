export { runConsole } from './console/console.ts';
export { createPlayground } from './playground/playground.ts';
export { startPlaygroundServer } from './playground/server.ts';
export { startSandbox, type Sandbox } from './sandbox.ts';
