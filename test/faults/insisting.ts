import type { Exchange } from '../../src/sandbox/discord/exchange.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';

const MAX_TRIES = 60;

/** Does the same again, as people do, until the bot answers. */
export async function insist(act: () => Exchange): Promise<Message> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act().reply();
    } catch (error) {
      if (tries === MAX_TRIES) throw error;
    }
  }
}

/** Whether a message has a button with this label. */
export function offers({ components }: Message, label: string): boolean {
  return components.some(({ components: buttons = [] }) => buttons.some((button) => button.label === label));
}
