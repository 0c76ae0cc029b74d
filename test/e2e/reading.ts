import { expect } from 'vitest';

import type { ModalBody } from '../../src/sandbox/discord/components.ts';
import type { Message } from '../../src/sandbox/discord/message.ts';

/** The title and colour of the only embed of an answer, and the whole message. */
export type Read = { title: string; colour: string; message: Message };

export function read(message: Message): Read {
  expect(message.ephemeral).toBe(true);
  const [embed] = message.embeds;
  return { title: embed?.title ?? '', colour: (embed?.color ?? 0).toString(16).toUpperCase(), message };
}

export const titleOf = (message: Message | undefined): string => message?.embeds[0]?.title ?? '';

export const descriptionOf = (message: Message | undefined): string => message?.embeds[0]?.description ?? '';

/** The values of the fields, by their names. */
export const fieldsOf = (message: Message): Record<string, string> =>
  Object.fromEntries((message.embeds[0]?.fields ?? []).map(({ name, value }) => [name, value]));

export const footerOf = (message: Message): string => message.embeds[0]?.footer?.text ?? '';

export const referenceIn = (message: Message): string => /[2-9A-Z]{8}/.exec(footerOf(message))?.[0] ?? '';

export const componentsOf = (message: Message) => message.components.flatMap(({ components = [] }) => components);

export const linksOf = (message: Message): string[] => componentsOf(message).flatMap(({ url }) => url ?? []);

export const buttonsOf = (message: Message): string[] => componentsOf(message).map(({ label }) => label ?? '');

/** The id of a button, with which it can be clicked when it is no longer there, or by somebody who does not see it. */
export const idOf = (message: Message, button: string): string =>
  componentsOf(message).find(({ label }) => label === button)?.custom_id ?? '';

/** What a form begins with, by the names of its inputs: what is typed in them, or chosen. */
export function valuesIn({ components }: ModalBody): Record<string, unknown> {
  const inputs = components.flatMap(({ component }) => component ?? []);
  const chosen = inputs.map(({ options }) => options?.flatMap((one) => (one.default === true ? one.value : [])));
  return Object.fromEntries(inputs.map(({ custom_id = '', value }, index) => [custom_id, chosen[index] ?? value]));
}

/** The content of the only file. */
export const fileOf = async (message: Message): Promise<string> =>
  (await fetch(message.attachments[0]?.url ?? '')).text();

/** What `/setup` says: the settings that are done, each with its state, by their names. */
export function doneIn(message: Message): Record<string, string> {
  const done = message.embeds.flatMap(({ fields = [] }) => fields).find(({ name }) => name === 'Set up');
  const rows = (done?.value ?? '').split('\n').map((row) => row.slice('✓ '.length).split(' · '));
  return Object.fromEntries(rows.map(([name = '', ...state]) => [name, state.join(' · ')]));
}
