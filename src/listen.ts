import { once } from 'node:events';
import type { Server } from 'node:http';

import { FatalError } from './errors.ts';

/** Where a server of this process listens: an address of this machine, and a port. */
export type ListeningAddress = { host: string; port: number };

/**
 * Resolves once the server listens.
 *
 * @param variables - what the names of the variables begin with that say where, for the operator
 * @throws {@link FatalError} when it cannot, such as at a port that is taken
 */
export async function listen(server: Server, { port, host }: ListeningAddress, variables: string): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE' ? 'is in use by another program; choose another' : `cannot be used: ${message}`;
    const sentence =
      code === 'EADDRNOTAVAIL'
        ? `${variables}_HOST ${host} is not an address of this machine.`
        : `${variables}_PORT ${port} ${reason}.`;
    throw new FatalError(sentence, { cause: error });
  });
}
