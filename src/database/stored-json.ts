import type { z } from 'zod';

/** @returns undefined when there is no JSON, or it does not fit the schema */
export function readStored<T>(schema: z.ZodType<T>, json: string | null): T | undefined {
  if (json === null) return undefined;
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return undefined;
  }
}
