import { expect, it } from 'vitest';

import { openSandbox, type Program, runProgram } from './program.ts';

const NO_CONNECTION = 'no connection to Discord, trying again';

/** Stops a program, which ends in good order and says nothing more. */
async function expectGoodEnd(program: Program): Promise<void> {
  program.kill('SIGTERM');

  expect(await program.ended).toMatchObject({ code: 0 });
  const messages = program.log.map(({ msg }) => msg);
  expect(messages.slice(messages.indexOf('stopping') + 1)).toEqual([]);
}

it('ends while the gateway is away, and says only once that it is', async () => {
  const { sandbox, environment } = await openSandbox();
  const program = runProgram(environment);
  await program.logged('ready');

  const lost = program.logged(NO_CONNECTION);
  sandbox.discord.gateway.acceptsConnections = false;
  sandbox.discord.gateway.drop();
  expect(await lost).toMatchObject({ level: 'warn', closeCode: 1006, reason: expect.any(String) as string });
  await expectGoodEnd(program);
  expect(program.log.filter(({ msg }) => msg === NO_CONNECTION)).toHaveLength(1);
});

it('ends in the middle of a start that gets no connection', async () => {
  const { sandbox, environment } = await openSandbox();
  sandbox.discord.gateway.acceptsConnections = false;
  const program = runProgram(environment);
  await program.logged(NO_CONNECTION);

  await expectGoodEnd(program);
});

it('says nothing of its connection when it ends in good order', async () => {
  const { environment } = await openSandbox();
  const program = runProgram({ ...environment, LOG_LEVEL: 'trace' });
  await program.logged('ready');

  await expectGoodEnd(program);
});

it('ends although the gateway does not answer any more', async () => {
  const { sandbox, environment } = await openSandbox();
  const program = runProgram(environment);
  await program.logged('ready');

  for (const { socket } of sandbox.discord.gateway.connected) socket?.pause();
  await expectGoodEnd(program);
});
