/**
 * Gives each item one of the places that can take it, so that as many items as possible have one (augmenting paths).
 *
 * @param capacity - how many items a place takes
 * @returns the items that are left without a place
 */
export function unplaced<Item, Place>(
  items: readonly Item[],
  places: readonly Place[],
  canTake: (place: Place, item: Item) => boolean,
  capacity: (place: Place) => number,
): Item[] {
  const taken = new Map<Place, Item[]>(places.map((place) => [place, []]));

  function place(item: Item, tried: Set<Place>): boolean {
    for (const one of places) {
      if (tried.has(one) || !canTake(one, item)) continue;
      tried.add(one);
      const held = taken.get(one) ?? [];
      const makesRoom = held.length < capacity(one) ? undefined : held.find((other) => place(other, tried));
      if (held.length >= capacity(one) && makesRoom === undefined) continue;
      taken.set(one, [...(taken.get(one) ?? []).filter((other) => other !== makesRoom), item]);
      return true;
    }
    return false;
  }

  return items.filter((item) => !place(item, new Set()));
}
