import type { World } from './world.ts';

/** As whom one looks at the sandbox, and where. */
export type Place = Readonly<{ personId: string; channelId: string }>;

/** Keeps the place for a reload of this tab. */
export function rememberPlace({ personId, channelId }: Place): void {
  sessionStorage.setItem('personId', personId);
  sessionStorage.setItem('channelId', channelId);
}

/** Where one was before the page was reloaded; else as the first person in the first channel. */
export function placeIn({ people, channels }: Pick<World, 'people' | 'channels'>): Place {
  return {
    personId: rememberedOf(people, sessionStorage.getItem('personId')),
    channelId: rememberedOf(channels, sessionStorage.getItem('channelId')),
  };
}

function rememberedOf(all: readonly { id: string }[], remembered: string | null): string {
  return (all.find(({ id }) => id === remembered) ?? all[0])?.id ?? '';
}
