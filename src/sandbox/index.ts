export { runConsole } from './console/console.ts';
export { startSandbox, type Sandbox } from './sandbox.ts';
