/** The wanted page of a list, from 1, or the nearest that exists. `offset`: how many items come before it */
export function pageOf(total: number, wanted: number, size: number) {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(Math.max(1, wanted), pages);
  return { page, pages, offset: (page - 1) * size };
}
