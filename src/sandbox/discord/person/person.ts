import {
  ApplicationCommandType,
  ComponentType,
  InteractionContextType,
  InteractionType,
  PermissionFlagsBits,
  type APIUser,
} from 'discord-api-types/v10';

import { Refusal } from '../../refusal.ts';
import type { Command, Commands } from '../commands.ts';
import type { ModalBody } from '../components.ts';
import type { DirectChannels } from '../direct-channel.ts';
import { Exchange, type Choice, type Modal } from '../exchange.ts';
import type { Channel, Guild } from '../guild.ts';
import type { Interactions } from '../interactions.ts';
import { Member, type MemberOptions } from '../member.ts';
import { draft, type Message } from '../message.ts';
import type { Messages } from '../messages.ts';
import { commandData, memberCommandData, type CommandPath, type OptionValues } from './command-data.ts';
import { clickData, modalData, selectData, type ModalValues } from './component-data.ts';

export type PersonOptions = MemberOptions & { guild: Guild; id?: string };

/** `force` sends the command against its default permissions. */
type CommandUse = CommandPath & { force?: boolean };
type AutocompleteUse = CommandUse & { options?: OptionValues };

type Parts = {
  interactions: Interactions;
  commands: Commands;
  messages: Messages;
  direct: DirectChannels;
  botUser: APIUser;
  now: () => number;
};

/** A member who acts: they can do exactly what Discord's client allows, except by the methods named `forge…`. */
export class Person extends Member {
  readonly guild: Guild;
  /** The channel in which they act. */
  channel: Channel;
  readonly #parts: Parts;

  constructor(id: string, options: PersonOptions, parts: Parts) {
    super(id, options, parts.now());
    this.guild = options.guild;
    this.channel = options.guild.channel;
    this.#parts = parts;
  }

  /** Uses a slash command. Throws when it is unregistered or closed to this person, or the options do not fit. */
  command(name: string, options: OptionValues = {}, use: CommandUse = {}): Exchange {
    const command = this.#usable(name, use);
    return this.#act(InteractionType.ApplicationCommand, titleOf(name, use), {
      data: commandData({ command, values: options, path: use }, this.guild),
    });
  }

  /** Uses a command in the menu of a member. Throws as {@link Person.command} does, or for an unknown member. */
  commandOn(memberId: string, name: string, use: Pick<CommandUse, 'force'> = {}): Exchange {
    const command = this.#usable(name, use, ApplicationCommandType.User);
    return this.#act(InteractionType.ApplicationCommand, name, {
      data: memberCommandData(command, memberId, this.guild),
    });
  }

  /** Types into an option. @returns the choices offered */
  async autocomplete(
    name: string,
    option: string,
    typed: string,
    use: AutocompleteUse = {},
  ): Promise<readonly Choice[]> {
    const command = this.#usable(name, use);
    const request = { command, values: use.options ?? {}, path: use, focused: { name: option, typed } };
    const data = commandData(request, this.guild);
    return this.#act(InteractionType.ApplicationCommandAutocomplete, `${titleOf(name, use)} ${option}:${typed}`, {
      data,
    }).choices();
  }

  /** @param button - its custom id or its label */
  click(message: Message, button: string): Exchange {
    const source = this.#seen(message);
    return this.#act(InteractionType.MessageComponent, `click ${button}`, { data: clickData(source, button), source });
  }

  select(message: Message, customId: string, values: readonly string[]): Exchange {
    const source = this.#seen(message);
    const data = selectData(source, customId, values, this.guild);
    return this.#act(InteractionType.MessageComponent, `select ${customId}`, { data, source });
  }

  /** Fills a modal in and submits it. @param shown - the modal, or the exchange that shows it to this person */
  async submit(shown: Modal | Exchange, values: ModalValues): Promise<Exchange> {
    if (shown instanceof Exchange && shown.personId !== this.id)
      throw new Error(`${this.name} is not shown this modal`);
    const modal = shown instanceof Exchange ? await shown.modal() : shown;
    const data = modalData(modal, values, this.guild);
    return this.#act(InteractionType.ModalSubmit, `submit ${modal.title}`, { data, source: modal.source });
  }

  /** Sends a click on any custom id, as a modified client can; by default in a new message for this person alone. */
  forge(customId: string, message?: Message): Exchange {
    const data = { component_type: ComponentType.Button, custom_id: customId };
    const source = message ?? this.#blankMessage();
    return this.#act(InteractionType.MessageComponent, `forge ${customId}`, { data, source });
  }

  /** Sends any values for any select, as a modified client can. */
  forgeSelect(customId: string, values: readonly string[], message?: Message): Exchange {
    const data = { component_type: ComponentType.StringSelect, custom_id: customId, values };
    const source = message ?? this.#blankMessage();
    return this.#act(InteractionType.MessageComponent, `forge ${customId}`, { data, source });
  }

  /** Submits a modal that was never shown, as a modified client can. */
  forgeModal(modal: ModalBody, values: ModalValues, source?: Message): Exchange {
    const data = modalData(modal, values, this.guild);
    return this.#act(InteractionType.ModalSubmit, `forge ${modal.title}`, { data, source });
  }

  /** Source: Discord documentation, "Application command permissions": "0" leaves a command to administrators. */
  mayUse(command: Command): boolean {
    if (command.default_member_permissions === null || this.guild.allows(command.name, this.id)) return true;
    if ((this.permissions & PermissionFlagsBits.Administrator) !== 0n) return true;
    const needed = BigInt(command.default_member_permissions);
    return needed !== 0n && (this.permissions & needed) === needed;
  }

  /** The application's direct messages to them, oldest first. */
  get directMessages(): Message[] {
    return this.#parts.direct.open(this.id).messages;
  }

  sees(message: Message): boolean {
    if (this.#parts.direct.find(message.channelId)?.userId === this.id) return true;
    const isOpen = this.guild.channels.get(message.channelId)?.isOpenTo(this) ?? false;
    return (message.visibleTo ?? this.id) === this.id && isOpen;
  }

  #act(type: InteractionType, label: string, what: { data: object; source?: Message | undefined }): Exchange {
    const { data, source } = what;
    const { guild } = this;
    const channel = (source && this.#parts.direct.find(source.channelId)) ?? this.channel;
    return this.#parts.interactions.open({ type, label, guild, channel, member: this, data, source });
  }

  #usable(name: string, { force }: CommandUse, type = ApplicationCommandType.ChatInput): Command {
    const command = this.#parts.commands.find(type, name);
    const written = type === ApplicationCommandType.ChatInput ? `/${name}` : `"${name}"`;
    if (command === undefined) throw new Error(`The application has no command ${written}`);
    if (command.contexts?.includes(InteractionContextType.Guild) === false) {
      throw new Error(`${written} cannot be used in a guild`);
    }
    if (!force && !this.mayUse(command))
      throw new Refusal({ kind: 'may-not-use', person: this.name, command: written });
    return command;
  }

  #seen(message: Message): Message {
    const current = this.#parts.messages.find(message.id);
    if (current === undefined) throw new Refusal({ kind: 'message-gone' });
    if (!this.sees(current)) throw new Refusal({ kind: 'does-not-see', person: this.name });
    return current;
  }

  #blankMessage(): Message {
    const { messages, botUser } = this.#parts;
    const placement = { channelId: this.channel.id, author: botUser, visibleTo: this.id, interaction: null };
    return messages.create(draft({ body: { content: 'A message of the application' }, attachments: [] }, placement));
  }
}

function titleOf(name: string, { group, subcommand }: CommandPath): string {
  return `/${[name, group, subcommand].filter((part) => part !== undefined).join(' ')}`;
}
