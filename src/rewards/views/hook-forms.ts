import { type APILabelComponent, ComponentType } from 'discord.js';

import type { Translate } from '../../locales/index.ts';
import { customIds } from '../../ui/custom-ids.ts';
import { type Modal, textInput } from '../../ui/modal.ts';
import { MAX_ADDRESS_LENGTH } from '../hook-address.ts';
import type { HookKind } from '../hook.ts';
import type { ShownHook, WantedClaims } from '../service.ts';
import { MAX_VOTE_NAME_LENGTH } from '../vote-name.ts';
import { DEFAULT_VOTIFIER_PORT, MAX_TOKEN_LENGTH } from '../votifier.ts';

export const ADDRESS_INPUT = 'address';
export const CLAIMS_INPUT = 'sent-claims';
export const TOKEN_INPUT = 'token';
export const PLAYER_INPUT = 'player';
const WANTED_CLAIMS = ['all', 'of-current-token'] as const satisfies readonly WantedClaims[];

/** Asks for the address in a modal, because others can see the options of a command, and for the claims. */
export function webhookModal(t: Translate): Modal {
  const title = t('rewards.add.modalTitle');
  const components = [addressInput('webhook', t), claimsSelect(t)];
  return { custom_id: customIds.settings.modals.webhook(), title, components };
}

export function votifierModal(t: Translate): Modal {
  const title = t('rewards.votifier.modalTitle');
  const components = [addressInput('votifier', t), tokenInput(t), claimsSelect(t)];
  return { custom_id: customIds.settings.modals.votifier(), title, components };
}

/** Begins with the address as it is, in which one character may be wrong. */
export function newAddressModal(
  { id, kind, address }: Pick<ShownHook, 'id' | 'kind' | 'address'>,
  t: Translate,
): Modal {
  const title = t('rewards.newAddressTitle');
  return {
    custom_id: customIds.settings.modals['hook-address'](id),
    title,
    components: [addressInput(kind, t, address)],
  };
}

export function votifierTokenModal(id: string, t: Translate): Modal {
  const title = t('rewards.votifier.newTokenTitle');
  return { custom_id: customIds.settings.modals['votifier-token'](id), title, components: [tokenInput(t)] };
}

/** Asks for the player of a test vote, because plugins hand something over for it. */
export function votifierTestModal(id: string, t: Translate): Modal {
  const description = t('rewards.votifier.testHint');
  return {
    custom_id: customIds.settings.modals['votifier-test'](id),
    title: t('rewards.votifier.testTitle'),
    components: [textInput(PLAYER_INPUT, 'Short', { description, min_length: 1, max_length: MAX_VOTE_NAME_LENGTH }, t)],
  };
}

function addressInput(kind: HookKind, t: Translate, value?: string): APILabelComponent {
  const [description, placeholder] =
    kind === 'webhook'
      ? [t('rewards.add.modalHint'), 'https://game.example/votes']
      : [t('rewards.votifier.addressHint'), `play.example.org:${DEFAULT_VOTIFIER_PORT}`];
  const input = { description, placeholder, min_length: 1, max_length: MAX_ADDRESS_LENGTH };
  return textInput(ADDRESS_INPUT, 'Short', value === undefined ? input : { ...input, value }, t);
}

function tokenInput(t: Translate) {
  const description = t('rewards.votifier.tokenHint');
  return textInput(TOKEN_INPUT, 'Short', { description, min_length: 1, max_length: MAX_TOKEN_LENGTH }, t);
}

function claimsSelect(t: Translate): APILabelComponent {
  const options = WANTED_CLAIMS.map((value) => ({
    value,
    label: t(`rewards.detail.claims.${value}`),
    default: value === 'all',
  }));
  return {
    type: ComponentType.Label,
    label: t(`forms.${CLAIMS_INPUT}`),
    description: t('rewards.detail.claimsHint'),
    component: { type: ComponentType.StringSelect, custom_id: CLAIMS_INPUT, options },
  };
}

export function readWantedClaims(picked: readonly string[]): WantedClaims {
  return WANTED_CLAIMS.find((claims) => picked.includes(claims)) ?? 'all';
}
