import type { World } from './world.ts';

/** The person who is played, and the channel that is shown. */
export type Place = Readonly<{ personId: string; channelId: string }>;

/** Stores the place, so that it survives a reload of this tab. */
export function rememberPlace({ personId, channelId }: Place): void {
  sessionStorage.setItem('personId', personId);
  sessionStorage.setItem('channelId', channelId);
}

/** The place before the page was reloaded; otherwise the first person and the first channel. */
export function placeIn({ people, channels }: Pick<World, 'people' | 'channels'>): Place {
  return {
    personId: rememberedOf(people, sessionStorage.getItem('personId')),
    channelId: rememberedOf(channels, sessionStorage.getItem('channelId')),
  };
}

function rememberedOf(all: readonly { id: string }[], remembered: string | null): string {
  return (all.find(({ id }) => id === remembered) ?? all[0])?.id ?? '';
}
