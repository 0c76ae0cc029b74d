/** So many entries of an `LRUCache`, for which nothing is allocated before they are there. */
export const atMost = (entries: number) => ({ maxSize: entries, sizeCalculation: () => 1 });
