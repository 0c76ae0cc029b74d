import { faultText } from '../playground/page/panel/fault-text.ts';
import { refusalText } from '../playground/page/refusal-text.ts';
import { WORDS } from '../playground/page/words.ts';
import type { Playground } from '../playground/playground.ts';
import type { Action, Message, Person, PlaygroundEvent } from '../playground/protocol.ts';
import { parseCommandLine, writerIn } from './command-line.ts';
import { completionsOf, type Completions } from './completion.ts';
import { parseFaultLine } from './fault-line.ts';
import { CLOSE, Form } from './form.ts';
import { helpText, namesOf, roleText } from './help.ts';
import { clickablesOf, messageText } from './message-text.ts';
import { foundBy, newsOf } from './news.ts';
import { outcomeOf } from './outcome.ts';
import { isOwn, type OwnCommand } from './own-commands.ts';
import { handedOverText, rewardsText } from './rewards.ts';
import type { Screen } from './screen.ts';

/** One person at a time at the prompt: who they are, what they see, and the form that they fill in. */
export class Session {
  readonly #playground: Playground;
  readonly #screen: Screen;
  readonly #channelId: string;
  #person: Person;
  /** The last message that was printed, but for news with nothing to click: a number clicks one of its buttons. */
  #shown: Message | undefined;
  #replyId: string | undefined;
  #form: Form | undefined;
  readonly #answered = new Set<string>();
  /** The rewards whose handover was printed. */
  readonly #handedOver: Set<string>;

  constructor(playground: Playground, screen: Screen) {
    const { people, channels, game } = playground.state();
    this.#playground = playground;
    this.#screen = screen;
    this.#person = firstOf(people);
    this.#channelId = firstOf(channels).id;
    this.#handedOver = new Set(game.handedOver.map(({ id }) => id));
  }

  get prompt(): string {
    return `${this.#form?.open?.label ?? this.#person.name}> `;
  }

  get isFormOpen(): boolean {
    return this.#form !== undefined;
  }

  /** @throws Error in words for the person, when nothing comes of the line */
  async act(line: string): Promise<void> {
    if (this.#form) return this.#fillIn(this.#form, line);
    const [word = '', ...words] = line.split(/\s+/);
    if (isOwn(word)) return this.#own[word](words);
    if (/^\d+$/.test(line)) return this.#click(Number(line));
    if (!line.startsWith('/')) throw new Error('Commands start with a slash. Type ? for what there is.');
    const command = parseCommandLine(line, writerIn(this.#playground.state(), this.#person.id));
    await this.#follow({ type: 'command', ...this.#here, ...command });
  }

  async complete(line: string): Promise<Completions> {
    if (this.#form) return [this.#form.labels.filter((label) => label.startsWith(line)), line];
    const act = (action: Action) => this.#playground.act(action);
    return completionsOf(line, { state: this.#playground.state(), ...this.#here, act });
  }

  /** Shows what arrives unasked. */
  observe(event: PlaygroundEvent): void {
    const inSight = { personId: this.#person.id, replyId: this.#replyId, answered: this.#answered };
    const news = newsOf(event, inSight, this.#playground.state());
    if (news) {
      this.#screen.interrupt(() => {
        this.#show(news.message, news.heading);
      });
    }
    if (event.type !== 'game') return;
    for (const reward of event.game.handedOver.filter(({ id }) => !this.#handedOver.has(id))) {
      this.#handedOver.add(reward.id);
      this.#screen.interrupt(() => {
        this.#screen.print(`${this.#screen.style.dim('(at the game server)')}\n${handedOverText(reward)}\n`);
      });
    }
  }

  readonly #own: Record<OwnCommand, (words: readonly string[]) => void | Promise<void>> = {
    '/as': (words) => {
      this.#become(words.join(' '));
    },
    '/menu': (words) => this.#useOnMember(words),
    '/vote': (words) => this.#castVote(words.join(' ')),
    '/fault': (words) => this.#breakHost(words),
    '/heal': () => this.#heal(),
    '/rewards': () => {
      this.#screen.print(rewardsText(this.#playground.state().game));
    },
    '/secret': (words) => this.#giveSecret(words.join(' ')),
    '/join': (words) => this.#join(words.join(' ')),
    '/leave': (words) => this.#leave(words.join(' ')),
    '?': ([topic]) => {
      this.#screen.print(helpText(topic, this.#playground.state()));
    },
  };

  get #here() {
    return { personId: this.#person.id, channelId: this.#channelId };
  }

  async #follow(action: Action, sourceId?: string): Promise<void> {
    const outcome = await outcomeOf(this.#playground, action, sourceId);
    this.#answered.add(outcome.interactionId);
    if (outcome.kind === 'message') {
      this.#replyId = outcome.message.id;
      this.#show(outcome.message);
      return;
    }
    this.#form = new Form(outcome.modal, sourceId);
    this.#screen.print(this.#screen.style.bold(this.#form.modal.title));
    this.#screen.print(this.#form.question);
  }

  /** Prints a message, unless its current state is printed already. */
  #show(message: Message, heading?: string): void {
    if (message === this.#shown) return;
    // News with nothing to click leaves the numbers to the reply above it.
    if (!heading || message.id === this.#shown?.id || clickablesOf(message).length > 0) this.#shown = message;
    const { print, style, width } = this.#screen;
    if (heading) print(style.dim(heading));
    print(messageText(message, { author: this.#playground.state().bot.name, style, now: Date.now(), width: width() }));
    print('');
  }

  async #fillIn(form: Form, line: string): Promise<void> {
    if (line === CLOSE) {
      this.#form = undefined;
      this.#screen.print('The form is closed.');
      return;
    }
    form.fillIn(line);
    if (form.open) {
      this.#screen.print(form.question);
      return;
    }
    this.#form = undefined;
    const { interactionId } = form.modal;
    const { personId } = this.#here;
    await this.#follow({ type: 'submit', personId, interactionId, values: form.values }, form.sourceId);
  }

  async #click(number: number): Promise<void> {
    const shown = this.#shown;
    const target = shown && clickablesOf(shown)[number - 1];
    if (!target) throw new Error(`There is nothing with the number ${number} in the last reply.`);
    const where = { personId: this.#person.id, messageId: shown.id, customId: target.customId };
    if (target.kind === 'button') await this.#follow({ type: 'click', ...where }, shown.id);
    else await this.#follow({ type: 'select', ...where, values: [target.value] }, shown.id);
  }

  #findPerson(name: string): Person {
    const state = this.#playground.state();
    const found = state.people.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Error(`There is only ${namesOf(state)}.`);
    return found;
  }

  #become(name: string): void {
    this.#person = this.#findPerson(name);
    this.#shown = undefined;
    this.#replyId = undefined;
    this.#screen.print(`You are ${this.#person.name} (${roleText(this.#person.role)}).`);
    const found = foundBy(this.#person.id, this.#playground.state());
    if (found) this.#show(found.message, found.heading);
  }

  /** The line gives the member's name, then the name of a command in their menu. */
  async #useOnMember([member = '', ...words]: readonly string[]): Promise<void> {
    const { id } = this.#findPerson(member);
    const { memberCommands } = this.#playground.state();
    const command = memberCommands.find(({ name }) => name.toLowerCase() === words.join(' ').toLowerCase());
    if (!command) throw new Error(`The menu has: ${memberCommands.map(({ name }) => name).join(', ')}.`);
    await this.#follow({ type: 'member-command', ...this.#here, memberId: id, name: command.name });
  }

  async #castVote(player: string): Promise<void> {
    if (player === '') throw new Error('Whose vote? For example: /vote Steve');
    await this.#playground.act({ type: 'vote', player });
    this.#screen.print(WORDS.votes.hasVoted(player));
  }

  async #breakHost(words: readonly string[]): Promise<void> {
    const { host, fault, times } = parseFaultLine(words, this.#playground.state());
    await this.#playground.act({ type: 'fault', host: host.name, fault, times });
    this.#screen.print(faultText(host, fault, times));
  }

  async #heal(): Promise<void> {
    for (const { name } of this.#playground.state().hosts) await this.#playground.act({ type: 'heal', host: name });
    this.#screen.print('All services work again.');
  }

  async #giveSecret(secret: string): Promise<void> {
    if (secret === '') throw new Error('Which one? For example: /secret whsec_…');
    const answer = await this.#playground.act({ type: 'secret', secret });
    if (answer.kind === 'refused') throw new Error(refusalText(answer.reason));
    this.#screen.print(WORDS.rewards.accepts);
  }

  async #join(player: string): Promise<void> {
    if (player === '') throw new Error('Who? For example: /join Steve');
    await this.#playground.act({ type: 'join', player });
    this.#screen.print(WORDS.rewards.isOnline(player));
  }

  async #leave(player: string): Promise<void> {
    if (player === '') throw new Error('Who? For example: /leave Steve');
    await this.#playground.act({ type: 'leave', player });
    this.#screen.print(WORDS.rewards.isAway(player));
  }
}

function firstOf<T>(all: readonly T[]): T {
  const [first] = all;
  if (first === undefined) throw new Error('the sandbox is empty');
  return first;
}
