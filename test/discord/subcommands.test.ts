import { ApplicationCommandOptionType } from 'discord.js';
import { describe, expect, test } from 'vitest';

import type { Subcommand } from '../../src/discord/command.ts';
import { joinSubcommands } from '../../src/discord/subcommands.ts';

const subcommand = (name: string, handlers: Partial<Subcommand> = {}): Subcommand => ({
  definition: { name, type: ApplicationCommandOptionType.Subcommand, description: name },
  execute: () => Promise.resolve(undefined),
  ...handlers,
});
const handle = () => Promise.resolve(undefined);

describe('joined subcommands', () => {
  test('keep the handlers of each', () => {
    const joined = joinSubcommands([
      subcommand('link', { buttons: { confirm: handle }, extraPermissions: { confirm: 1n } }),
      subcommand('list', { buttons: { page: handle }, selects: { default: handle } }),
      subcommand('token', { modals: { token: handle } }),
    ]);

    expect(joined.options.map(({ name }) => name)).toEqual(['link', 'list', 'token']);
    expect(joined).toMatchObject({
      buttons: { confirm: handle, page: handle },
      selects: { default: handle },
      modals: { token: handle },
      extraPermissions: { confirm: 1n },
    });
  });

  test.each<[kind: string, Partial<Subcommand>]>([
    ['button', { buttons: { page: handle } }],
    ['select', { selects: { page: handle } }],
    ['modal', { modals: { page: handle } }],
    ['permission', { extraPermissions: { page: 1n } }],
  ])('are refused when two of them declare a %s of the same action', (_kind, handlers) => {
    expect(() => joinSubcommands([subcommand('link', handlers), subcommand('list', handlers)])).toThrow(
      'two subcommands declare the action "page"',
    );
  });
});
