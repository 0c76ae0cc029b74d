/** One page of a list. Pages count from 1; `offset`: how many items come before the page. */
export type PageBounds = { page: number; pages: number; offset: number };

/** The wanted page, or the nearest one that exists. An empty list has one page. */
export function pageOf(total: number, wanted: number, size: number): PageBounds {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, offset: (page - 1) * size };
}
