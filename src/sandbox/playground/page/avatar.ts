import { html, type TemplateResult } from 'lit-html';

const HUES = 6;

/** A round picture with the first letter of a name, always in the same colour for the same name. */
export function avatarView(name: string): TemplateResult {
  const hue =
    Array.from(name).reduce((sum, letter, index) => sum + (index + 1) * (letter.codePointAt(0) ?? 0), 0) % HUES;
  return html`<span class="avatar hue-${hue}" aria-hidden="true">${name.slice(0, 1)}</span>`;
}

export function botAvatarView(): TemplateResult {
  return html`<span class="avatar bot" aria-hidden="true"
    ><svg viewBox="0 0 24 24">
      <path d="M12 3v3M6 9h12a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2ZM9 13v2M15 13v2" /></svg
  ></span>`;
}
