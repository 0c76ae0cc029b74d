import type { Command, CommandOption, Localised, OptionValue } from '../../protocol.ts';
import { WORDS } from '../words.ts';
import type { World } from '../world.ts';
import type { Composer, Suggestion } from './composer.ts';

/** The bot's suggestions for the open option. */
export type Offered =
  | { kind: 'none' }
  | { kind: 'asking' }
  | { kind: 'failed' }
  | { kind: 'choices'; choices: readonly { name: string; value: string | number }[] };

/** The person who writes, their language and world, and the bot's suggestions. */
export type Writer = { world: World; personId: string; locale: string; offered: Offered };

const MOST = 25;

/** The suggestions for the current input, best match first. */
export function suggestionsFor(composer: Composer, writer: Writer): Suggestion[] {
  if (!composer.command) return composer.text.startsWith('/') ? commands(composer.text.slice(1), writer) : [];
  if (!composer.option) return options(composer, writer.locale);
  return values(composer.option, composer.text, writer).slice(0, MOST);
}

/** A text in a person's language. */
export function localised({ text, translations }: Localised, locale: string): string {
  return translations[locale] ?? text;
}

/** The commands that Discord lets a person use. */
export function usableCommands({ world, personId }: { world: Pick<World, 'commands'>; personId: string }): Command[] {
  return world.commands.filter(({ usableBy }) => usableBy.includes(personId));
}

function commands(typed: string, writer: Writer): Suggestion[] {
  const { locale } = writer;
  const offered = usableCommands(writer).map((command): Suggestion => {
    const about = localised(command.description, locale);
    return { kind: 'command', label: `/${localised(command.title, locale)}`, about, command };
  });
  return matching(offered, typed.trimStart());
}

function options({ command, filled, text }: Composer, locale: string): Suggestion[] {
  const open = (command?.options ?? []).filter((option) => !filled.some((one) => one.option === option));
  const offered = open.map((option): Suggestion => {
    return {
      kind: 'option',
      label: localised(option.title, locale),
      about: localised(option.description, locale),
      option,
    };
  });
  return matching(offered, text);
}

function values(option: CommandOption, typed: string, { world, locale, offered }: Writer): Suggestion[] {
  if (option.choices.length > 0) {
    return matching(
      option.choices.map(({ title, value }) => suggest(value, localised(title, locale))),
      typed,
    );
  }
  if (option.autocomplete) {
    return offered.kind === 'choices' ? offered.choices.map(({ name, value }) => suggest(value, name)) : [];
  }
  switch (option.type) {
    case 'boolean':
      // The bot's texts use these names in every language.
      return matching([suggest(true, 'True'), suggest(false, 'False')], typed);
    case 'channel':
      return matching(
        world.channels.map(({ id, name }) => suggest(id, `#${name}`)),
        typed,
      );
    case 'user':
      return matching(people(world), typed);
    case 'role':
      return matching(roles(world), typed);
    case 'mentionable':
      return matching([...people(world), ...roles(world)], typed);
    case 'string':
    case 'integer':
    case 'number':
      return [];
  }
}

const people = ({ people }: World): Suggestion[] =>
  people.map(({ id, name, role }) => suggest(id, `@${name}`, WORDS.people.roles[role]));

const roles = ({ roles }: World): Suggestion[] => roles.map(({ id, name }) => suggest(id, name));

function suggest(value: OptionValue, label: string, about = ''): Suggestion {
  return { kind: 'value', value, label, about };
}

/** The suggestions whose label contains the typed text; those that begin with it come first. */
function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const sought = typed.toLowerCase();
  const places = suggestions.map((suggestion) => ({
    suggestion,
    place: suggestion.label
      .toLowerCase()
      .replace(/^[/@#]/, '')
      .indexOf(sought.replace(/^[@#]/, '')),
  }));
  return places
    .filter(({ place }) => place !== -1)
    .toSorted((one, other) => Math.min(one.place, 1) - Math.min(other.place, 1))
    .map(({ suggestion }) => suggestion);
}
