import { MessageFlags, type APIEmbed } from 'discord-api-types/v10';

import type { MessageBody } from '../message.ts';
import { componentErrors, schemeErrors } from './component-rules.ts';
import { required, type FormError, type FormPath } from './form-error.ts';

const EMBED_CHARACTERS_MAX = 6_000;
const PAGE_SCHEMES = ['http:', 'https:'];
const MEDIA_SCHEMES = [...PAGE_SCHEMES, 'attachment:'];

/** Discord's rules for messages beyond its schemas. Source: Discord documentation, "Message resource", embed limits. */
export function messageErrors(body: MessageBody, path: FormPath, flags: number): FormError[] {
  const isV2 = (flags & MessageFlags.IsComponentsV2) !== 0;
  const embeds = body.embeds ?? [];
  return [
    ...embeds.flatMap((embed, index) => embedErrors(embed, [...path, 'embeds', index])),
    ...embedSizeErrors(embeds, [...path, 'embeds']),
    ...componentErrors(body.components ?? [], [...path, 'components'], isV2 ? 'v2' : 'rows'),
    ...(isV2 ? legacyFieldErrors(body, path) : []),
  ];
}

function embedErrors(embed: APIEmbed, path: FormPath): FormError[] {
  const { title, description, author, footer, image, thumbnail, fields = [] } = embed;
  const isBlank = !(title ?? description ?? author ?? footer ?? image ?? thumbnail) && fields.length === 0;
  const media = { image: image?.url, thumbnail: thumbnail?.url };
  return [
    ...(isBlank ? [required([...path, 'description'])] : []),
    ...(embed.url ? schemeErrors(embed.url, [...path, 'url'], PAGE_SCHEMES) : []),
    ...Object.entries(media).flatMap(([key, url]) =>
      url ? schemeErrors(url, [...path, key, 'url'], MEDIA_SCHEMES) : [],
    ),
    ...fields.flatMap(({ name, value }, index) => [
      ...(name.trim() === '' ? [required([...path, 'fields', index, 'name'])] : []),
      ...(value.trim() === '' ? [required([...path, 'fields', index, 'value'])] : []),
    ]),
  ];
}

function embedSizeErrors(embeds: readonly APIEmbed[], path: FormPath): FormError[] {
  const total = embeds
    .flatMap(({ title, description, author, footer, fields = [] }) => [
      title,
      description,
      author?.name,
      footer?.text,
      ...fields.flatMap(({ name, value }) => [name, value]),
    ])
    .reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (total <= EMBED_CHARACTERS_MAX) return [];
  const message = `Embed size exceeds maximum size of ${EMBED_CHARACTERS_MAX}`;
  return [{ path, code: 'MAX_EMBED_SIZE_EXCEEDED', message }];
}

function legacyFieldErrors(body: MessageBody, path: FormPath): FormError[] {
  const code = 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2';
  const errorAt = (field: string): FormError => ({
    path: [...path, field],
    code,
    message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
  });
  return [...(body.content ? [errorAt('content')] : []), ...(body.embeds?.length ? [errorAt('embeds')] : [])];
}
