/** A Discord id (Discord's documentation, "Snowflakes"). */
export const SNOWFLAKE = /^\d{17,20}$/;

/** A whole number, written in digits, that JavaScript can hold; undefined for any other text. */
export function parseWholeNumber(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
