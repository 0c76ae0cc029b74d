import { mkdirSync, writeFileSync } from 'node:fs';

import { commands } from '../../commands/index.ts';
import { definitionsOf } from '../../src/discord/incoming/command.ts';
import { LANGUAGES, translator } from '../../src/locales/index.ts';
import { createGallery } from './gallery.ts';
import { refusalsOf } from './refusals.ts';

/** Where the gallery is written: a file for each language, and one for the commands, which contain every language. */
const FOLDER = new URL('../../gallery/', import.meta.url);
const INDENT = 2;

function write(name: string, content: unknown): void {
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify(content, undefined, INDENT)}\n`);
}

mkdirSync(FOLDER, { recursive: true });
write('commands', definitionsOf(commands));
for (const language of Object.keys(LANGUAGES)) {
  const gallery = createGallery(translator(language), language);
  write(language, gallery);
  const refusals = refusalsOf(gallery);
  console.log(
    `${language}: ${Object.keys(gallery.replies).length} replies, ${refusals.length} that Discord would refuse`,
  );
  for (const refusal of refusals) console.error(refusal);
  if (refusals.length > 0) process.exitCode = 1;
}
