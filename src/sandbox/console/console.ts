import { clearLine, createInterface, cursorTo, type CompleterResult } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { faultText } from '../playground/page/panel/fault-text.ts';
import { refusalText } from '../playground/page/refusal-text.ts';
import { en } from '../playground/page/words/en.ts';
import type { Playground } from '../playground/playground.ts';
import type { Action, Message, Person } from '../playground/protocol.ts';
import { bannerText } from './banner.ts';
import { parseCommandLine, writerIn } from './command-line.ts';
import { completionsOf } from './completion.ts';
import { parseFaultLine } from './fault-line.ts';
import { CLOSE, Form } from './form.ts';
import { helpText, namesOf } from './help.ts';
import { ANSI, clickablesOf, messageText, PLAIN, type TextStyle } from './message-text.ts';
import { foundBy, newsOf } from './news.ts';
import { outcomeOf } from './outcome.ts';
import { handedOverText, rewardsText } from './rewards.ts';
import { wrapped } from './wrapping.ts';

type ConsoleOptions = {
  playground: Playground;
  pageUrl?: string;
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean; columns?: number };
};

/**
 * A prompt for the playground, in a terminal or through a pipe. A line is a slash command, a command of the console's
 * own, or the number of a button of the last reply. Tab completes it. Resolves at the end of the input, once the last
 * reply is shown.
 */
export async function runConsole({ playground, pageUrl, input, output }: ConsoleOptions): Promise<void> {
  const terminal = input.isTTY === true && output.isTTY === true;
  const style: TextStyle = output.isTTY === true ? ANSI : PLAIN;
  const completer = (line: string, done: (error: null, result: CompleterResult) => void): void => {
    void complete(line).then((result) => {
      done(null, result);
    });
  };
  const lines = createInterface({ input, output, terminal, completer });
  const width = (): number => output.columns ?? Infinity;
  const print = (text: string): void => void output.write(`${wrapped(text, width())}\n`);
  const { people, channels, bot } = playground.state();
  let person = firstOf(people);
  const channelId = firstOf(channels).id;
  /** The last message that was printed: a number clicks one of its buttons. */
  let shown: Message | undefined;
  let replyId: string | undefined;
  const answered = new Set<string>();
  let form: Form | undefined;
  /** The rewards whose handover was printed. */
  const rewarded = new Set(playground.state().game.handedOver.map(({ id }) => id));

  function prompt(): void {
    lines.setPrompt(form ? `${form.open?.label ?? ''}> ` : `${person.name}> `);
    if (terminal) lines.prompt();
  }

  async function follow(action: Action, sourceId?: string): Promise<void> {
    const outcome = await outcomeOf(playground, action, sourceId);
    answered.add(outcome.interactionId);
    if (outcome.kind === 'message') {
      replyId = outcome.message.id;
      show(outcome.message);
      return;
    }
    form = new Form(outcome.modal, sourceId);
    print(style.bold(form.modal.title));
    print(form.question);
  }

  /** Prints a message, unless its current state is printed already. */
  function show(message: Message, heading?: string): void {
    if (message === shown) return;
    shown = message;
    if (heading) print(style.dim(heading));
    print(messageText(message, { author: bot.name, style, now: Date.now(), width: width() }));
    print('');
  }

  async function act(line: string): Promise<void> {
    if (form) return fillIn(form, line);
    const [word = '', ...words] = line.split(/\s+/);
    switch (word) {
      case '?':
        print(helpText(words[0], playground.state()));
        return;
      case '/vote':
        return castVote(words.join(' '));
      case '/as':
        become(words.join(' '));
        return;
      case '/menu':
        return useOnMember(words);
      case '/fault':
        return breakHost(words);
      case '/heal':
        for (const { name } of playground.state().hosts) await playground.act({ type: 'heal', host: name });
        print('All services work again.');
        return;
      case '/rewards':
        print(rewardsText(playground.state().game));
        return;
      case '/secret':
        return giveSecret(words.join(' '));
    }
    if (/^\d+$/.test(line)) return click(Number(line));
    if (!line.startsWith('/')) throw new Error('Commands start with a slash. Type ? for what there is.');
    const command = parseCommandLine(line, writerIn(playground.state(), person.id));
    await follow({ type: 'command', personId: person.id, channelId, ...command });
  }

  async function fillIn(open: Form, line: string): Promise<void> {
    if (line === CLOSE) {
      form = undefined;
      print('The form is closed.');
      return;
    }
    open.fillIn(line);
    if (open.open) {
      print(open.question);
      return;
    }
    form = undefined;
    const { interactionId } = open.modal;
    await follow({ type: 'submit', personId: person.id, interactionId, values: open.values }, open.sourceId);
  }

  async function click(number: number): Promise<void> {
    const target = shown && clickablesOf(shown)[number - 1];
    if (!shown || !target) throw new Error(`There is nothing with the number ${number} in the last reply.`);
    const where = { personId: person.id, messageId: shown.id, customId: target.customId };
    if (target.kind === 'button') await follow({ type: 'click', ...where }, shown.id);
    else await follow({ type: 'select', ...where, values: [target.value] }, shown.id);
  }

  async function castVote(player: string): Promise<void> {
    if (player === '') throw new Error('Whose vote? For example: /vote Steve');
    await playground.act({ type: 'vote', player });
    print(en.votes.hasVoted(player));
  }

  async function giveSecret(secret: string): Promise<void> {
    if (secret === '') throw new Error('Which one? For example: /secret whsec_…');
    const answer = await playground.act({ type: 'secret', secret });
    if (answer.kind === 'refused') throw new Error(refusalText(answer.reason, en));
    print(en.rewards.accepts);
  }

  function findPerson(name: string): Person {
    const found = people.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
    if (!found) throw new Error(`There is only ${namesOf(playground.state())}.`);
    return found;
  }

  function become(name: string): void {
    person = findPerson(name);
    shown = undefined;
    replyId = undefined;
    print(`You are ${person.name}.`);
    const found = foundBy(person.id, playground.state());
    if (found) show(found.message, found.heading);
  }

  /** Uses a command in the menu of a member. The line gives the member's name, then the command's. */
  async function useOnMember([member = '', ...words]: readonly string[]): Promise<void> {
    const found = findPerson(member);
    const { memberCommands } = playground.state();
    const command = memberCommands.find(({ name }) => name.toLowerCase() === words.join(' ').toLowerCase());
    if (!command) throw new Error(`The menu has: ${memberCommands.map(({ name }) => name).join(', ')}.`);
    await follow({
      type: 'member-command',
      personId: person.id,
      channelId,
      memberId: found.id,
      name: command.name,
    });
  }

  async function breakHost(words: readonly string[]): Promise<void> {
    const { host, fault, times } = parseFaultLine(words, playground.state());
    await playground.act({ type: 'fault', host: host.name, fault, times });
    print(faultText(host, fault, times, en));
  }

  async function complete(line: string): Promise<CompleterResult> {
    if (form) return [form.labels.filter((label) => label.startsWith(line)), line];
    const state = playground.state();
    return completionsOf(line, { state, personId: person.id, channelId, act: (action) => playground.act(action) });
  }

  /** Prints above the line that is being typed, and restores that line below. */
  function interrupt(printing: () => void): void {
    if (terminal) {
      cursorTo(output, 0);
      clearLine(output, 0);
    }
    printing();
    if (terminal) lines.prompt(true);
  }

  const unsubscribe = playground.subscribe((event) => {
    const news = newsOf(event, { personId: person.id, replyId, answered }, playground.state());
    if (news) {
      interrupt(() => {
        show(news.message, news.heading);
      });
    }
    if (event.type !== 'game') return;
    for (const reward of event.game.handedOver.filter(({ id }) => !rewarded.has(id))) {
      rewarded.add(reward.id);
      interrupt(() => {
        print(`${style.dim('(at the game server)')}\n${handedOverText(reward)}\n`);
      });
    }
  });
  print(`${bannerText(pageUrl, style)}\n`);
  prompt();
  for await (const raw of lines) {
    const line = raw.trim();
    if (line === '/quit') break;
    if (!terminal && line !== '') print(`${form ? '' : `${person.name}> `}${line}`);
    if (line !== '' || form) {
      await act(line).catch((error: unknown) => {
        print(error instanceof Error ? error.message : String(error));
      });
    }
    prompt();
  }
  unsubscribe();
  lines.close();
}

function firstOf<T>(all: readonly T[]): T {
  const [first] = all;
  if (first === undefined) throw new Error('the sandbox is empty');
  return first;
}
