import { WORDS } from '../../../../src/sandbox/playground/page/words.ts';

/**
 * What is read of a bot's markdown by a person of this language, as a pattern, by a reading of its own: the page must
 * show exactly that. Nobody here knows the channels and people that are mentioned. Relative times may be any, since
 * they change while one looks.
 */
export function expectedText(markdown: string, locale: string): RegExp {
  const tokens = /\\([!-/:-@[-`{-~])|`([^`]*)`|<t:(\d+):(\w)>|<(#|@&?)\d+>|<\/([^:>]+):\d+>|\*\*|\*|(\n?)^-# |^(- )/gm;
  let source = '';
  let end = 0;
  for (const match of markdown.matchAll(tokens)) {
    const [whole, escaped, code, seconds, style = '', mentioned, command, beforeSmall, bullet] = match;
    source += RegExp.escape(markdown.slice(end, match.index));
    end = match.index + whole.length;
    if (style === 'R') source += '.+?';
    else if (seconds !== undefined) source += RegExp.escape(timeText(Number(seconds) * 1_000, style, locale));
    else if (mentioned !== undefined) source += RegExp.escape(unknownText(mentioned));
    else if (command !== undefined) source += RegExp.escape(`/${command}`);
    // Small print is a block of its own, which counts as one more line.
    else if (beforeSmall !== undefined) source += beforeSmall.repeat(2);
    else if (bullet !== undefined) source += '• ';
    else source += RegExp.escape(escaped ?? code ?? '');
  }
  return new RegExp(`^${source}${RegExp.escape(markdown.slice(end))}$`);
}

function unknownText(mark: string): string {
  const { user, channel, role } = WORDS.message.unknown;
  return { '#': channel, '@': user, '@&': role }[mark] ?? '';
}

const FORMATS: Readonly<Record<string, Intl.DateTimeFormatOptions>> = {
  F: { dateStyle: 'full', timeStyle: 'short' },
  f: { dateStyle: 'long', timeStyle: 'short' },
  T: { timeStyle: 'medium' },
  d: { day: 'numeric', month: 'numeric', year: 'numeric' },
};

function timeText(at: number, style: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, FORMATS[style]).format(at);
}
