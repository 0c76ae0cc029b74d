import type { Exchange } from '../discord/exchange.ts';
import type { Message } from '../discord/message.ts';
import type { Person } from '../discord/person/person.ts';
import { Refusal } from '../refusal.ts';
import type { Sandbox } from '../sandbox.ts';
import { namesIn } from './commands.ts';
import type { Exchanges } from './exchanges.ts';
import { switchOn } from './faults.ts';
import { LOCALES } from './people.ts';
import { setPlanState } from './plan-states.ts';
import type { Action, Answer, Reason } from './protocol.ts';

type ActionOf<Type extends Action['type']> = Extract<Action, { type: Type }>;

const DONE: Answer = { kind: 'done' };

/** Performs the actions of viewers in a sandbox, within the limits of Discord's client. */
export class Acting {
  readonly #sandbox: Sandbox;
  readonly #exchanges: Exchanges;
  readonly #onPeopleChanged: () => void;

  constructor(parts: { sandbox: Sandbox; exchanges: Exchanges; onPeopleChanged: () => void }) {
    this.#sandbox = parts.sandbox;
    this.#exchanges = parts.exchanges;
    this.#onPeopleChanged = parts.onPeopleChanged;
  }

  /** Never rejects: a refusal is an answer with its reason. */
  async act(action: Action): Promise<Answer> {
    try {
      return await this.#perform(action);
    } catch (error) {
      return { kind: 'refused', reason: reasonOf(error) };
    }
  }

  async #perform(action: Action): Promise<Answer> {
    switch (action.type) {
      case 'command':
        return this.#command(action);
      case 'member-command': {
        const person = this.#person(action.personId, action.channelId);
        return sent(person.commandOn(action.memberId, action.name));
      }
      case 'autocomplete':
        return this.#autocomplete(action);
      case 'click': {
        const message = this.#message(action.messageId);
        return sent(this.#reader(action.personId, message.channelId).click(message, action.customId));
      }
      case 'select': {
        const message = this.#message(action.messageId);
        const person = this.#reader(action.personId, message.channelId);
        return sent(person.select(message, action.customId, action.values));
      }
      case 'submit':
        return this.#submit(action);
      case 'vote':
        return this.#vote(action);
      case 'secret':
        this.#sandbox.game.accept(action.secret.trim());
        return DONE;
      case 'join':
        this.#sandbox.game.join(action.player);
        return DONE;
      case 'leave':
        this.#sandbox.game.leave(action.player);
        return DONE;
      case 'plan':
        setPlanState(this.#sandbox.identity, action.entityId, action.state, this.#sandbox.examples);
        return DONE;
      case 'fault':
        switchOn(this.#sandbox[action.host].server, action.fault, action.times);
        return DONE;
      case 'heal':
        this.#sandbox[action.host].server.heal();
        return DONE;
      case 'locale':
        return this.#speak(action);
    }
  }

  #command({ personId, channelId, path, options }: ActionOf<'command'>): Answer {
    const { name, branch } = namesIn(path);
    return sent(this.#person(personId, channelId).command(name, options, branch));
  }

  async #autocomplete({ personId, channelId, ...typing }: ActionOf<'autocomplete'>): Promise<Answer> {
    const person = this.#person(personId, channelId);
    const { name, branch } = namesIn(typing.path);
    const choices = await person.autocomplete(name, typing.option, typing.typed, {
      ...branch,
      options: typing.options,
    });
    return {
      kind: 'choices',
      choices: choices.map((choice) => ({
        name:
          Object.entries(choice.name_localizations ?? {}).find(([locale]) => locale === person.locale)?.[1] ??
          choice.name,
        value: choice.value,
      })),
    };
  }

  async #submit({ personId, interactionId, values }: ActionOf<'submit'>): Promise<Answer> {
    const exchange = this.#exchanges.find(interactionId);
    if (exchange === undefined) throw new Refusal({ kind: 'form-gone' });
    return sent(await this.#person(personId, exchange.channelId).submit(exchange, values));
  }

  #vote({ player }: ActionOf<'vote'>): Answer {
    if (player.trim() === '') throw new Refusal({ kind: 'no-player' });
    this.#sandbox.main.castVote(player);
    return DONE;
  }

  #speak({ personId, locale }: ActionOf<'locale'>): Answer {
    if (!LOCALES.some(({ code }) => code === locale)) throw new Error(`Nobody here speaks "${locale}"`);
    this.#actor(personId).locale = locale;
    this.#onPeopleChanged();
    return DONE;
  }

  #message(id: string): Message {
    const message = this.#sandbox.discord.messages.find(id);
    if (message === undefined) throw new Refusal({ kind: 'message-gone' });
    return message;
  }

  /** The person who uses something in a message. A direct message leaves them in their channel. */
  #reader(id: string, channelId: string): Person {
    const isDirect = this.#sandbox.discord.direct.find(channelId) !== undefined;
    return isDirect ? this.#actor(id) : this.#person(id, channelId);
  }

  /** The person, moved to the channel in which they act. */
  #person(id: string, channelId: string): Person {
    const person = this.#actor(id);
    const channel = this.#sandbox.guild.channels.get(channelId);
    if (channel === undefined) throw new Error('There is no such channel');
    person.channel = channel;
    return person;
  }

  #actor(id: string): Person {
    const person = this.#sandbox.people.values().find((one) => one.id === id);
    if (person === undefined) throw new Error('There is nobody with this id');
    return person;
  }
}

/** An error outside the viewers' controls is told in its own words. */
function reasonOf(error: unknown): Reason {
  if (error instanceof Refusal) return error.reason;
  return { kind: 'other', text: error instanceof Error ? error.message : String(error) };
}

function sent(exchange: Exchange): Answer {
  return { kind: 'sent', interactionId: exchange.interactionId };
}
