import { html, type TemplateResult } from 'lit-html';

import type { Person } from '../../protocol.ts';
import { avatarView } from '../avatar.ts';
import { EMPTY } from '../composer/composer.ts';
import { playedPerson, type Page } from '../page.ts';

/** Chooses the person to play, and their language. */
export function peopleView(page: Page): TemplateResult {
  const { world } = page;
  const me = playedPerson(page);
  const setLocale = (event: Event): void => {
    const { value: locale } = event.currentTarget as HTMLSelectElement;
    void page.act({ type: 'locale', personId: page.personId, locale });
  };
  return html`
    <section class="card">
      <fieldset class="people">
        <legend>Who you are</legend>
        ${world.people.map((person) => personView(person, page))}
      </fieldset>
      <p class="aside">${me?.name} ${me?.about}.</p>
      <label class="inline-field" for="language">
        Language of ${me?.name}
        <select id="language" @change=${setLocale}>
          ${world.locales.map(({ code, name }) => html`<option value=${code} .selected=${code === me?.locale}>${name}</option>`)}
        </select>
      </label>
    </section>
  `;
}

function personView({ id, name, role }: Person, page: Page): TemplateResult {
  const become = (): void => {
    page.change({ personId: id, composer: EMPTY });
  };
  return html`
    <label class="person">
      <input type="radio" name="person" value=${id} .checked=${id === page.personId} @change=${become} />
      ${avatarView(name)}
      <span><strong>${name}</strong> <span class="role">${role}</span></span>
    </label>
  `;
}
