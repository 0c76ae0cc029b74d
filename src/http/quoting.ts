import type { Secret } from '../secret.ts';

/** Each decoding undoes a layer of escapes; more layers than this are no quotation but a disguise. */
const MAX_LAYERS = 4;
/**
 * An escaped character: for JSON (as a number or with a backslash), for a URL, for HTML (as a number, in either form,
 * or by its name).
 */
const ESCAPED =
  /\\u([\da-f]{4})|\\(["'\\/])|%([0-7][\da-f])|&#x([\da-f]{1,6});|&#(\d{1,7});|&(?:amp|lt|gt|quot|apos);/gi;
const NAMED_CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * What a host says, without the credential that it may quote: as it is, or escaped for JSON, a URL or HTML, in any
 * nesting. The text is returned with those escapes undone, and as nothing at all when that does not come to an end.
 */
export function withoutCredential(text: string, credential: Secret): string {
  const hide = (from: string, secret: string) => (secret === '' ? from : from.replaceAll(secret, String(credential)));
  const verbatim = credential.reveal();
  const plain = undo(text, (layer) => hide(layer, verbatim));
  return hide(plain, undo(verbatim));
}

/** Undoes every layer of escapes. @param atEach - applied to the text between them */
function undo(text: string, atEach = (layer: string) => layer): string {
  let outer = atEach(text);
  for (let layer = 0; layer <= MAX_LAYERS; layer += 1) {
    const inner = atEach(decode(outer));
    if (inner === outer) return outer;
    outer = inner;
  }
  return '';
}

function decode(text: string): string {
  return text.replace(ESCAPED, (whole, json: string, plain: string, url: string, html: string, digits: string) => {
    const hex = json || url || html;
    if (hex || digits) return fromCode(hex ? parseInt(hex, 16) : Number(digits));
    return plain || (NAMED_CHARACTERS[whole.slice(1, -1).toLowerCase()] ?? whole);
  });
}

function fromCode(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}
