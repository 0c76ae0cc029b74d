import { html, nothing, type TemplateResult } from 'lit-html';

import type { Person } from '../../protocol.ts';
import { avatarView } from '../avatar.ts';
import { EMPTY } from '../composer/composer.ts';
import { localised } from '../composer/suggestions.ts';
import { playedPerson, type Page, seenChannels } from '../page.ts';
import { WORDS } from '../words.ts';

/** Chooses the person to play, and their language. */
export function peopleView(page: Page): TemplateResult {
  const { world } = page;
  const { people: words } = WORDS;
  const me = playedPerson(page);
  const setLocale = (event: Event): void => {
    const { value: locale } = event.currentTarget as HTMLSelectElement;
    void page.act({ type: 'locale', personId: page.personId, locale });
  };
  return html`
    <section class="card">
      <fieldset class="people">
        <legend>${words.title}</legend>
        ${world.people.map((person) => personView(person, page))}
      </fieldset>
      <p class="aside">${me && words.about[me.role](me.name)}</p>
      <label class="inline-field" for="language">
        ${me && words.languageOf(me.name)}
        <select id="language" @change=${setLocale}>
          ${world.locales.map(({ code, name }) => html`<option value=${code} lang=${code} .selected=${code === me?.locale}>${name}</option>`)}
        </select>
      </label>
    </section>
    ${memberMenuView(page)}
  `;
}

/** The bot's commands in the menu of a member, as far as the played person may use them. */
function memberMenuView(page: Page): TemplateResult | typeof nothing {
  const { world, locale, personId, channelId } = page;
  const usable = world.memberCommands.filter(({ usableBy }) => usableBy.includes(personId));
  if (usable.length === 0) return nothing;
  const use = (event: SubmitEvent): void => {
    event.preventDefault();
    const memberId = new FormData(event.currentTarget as HTMLFormElement).get('member') as string;
    const { value: name } = event.submitter as HTMLButtonElement;
    page.change({ isPanelOpen: false });
    void page.act({ type: 'member-command', personId, channelId, memberId, name });
  };
  return html`
    <section class="card">
      <form @submit=${use}>
        <label class="inline-field" for="member">
          ${WORDS.people.menuOf}
          <select id="member" name="member">
            ${world.people.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
          </select>
        </label>
        ${usable.map(({ name, title }) => html`<button class="button" value=${name} lang=${locale}>${localised(title, locale)}</button>`)}
      </form>
    </section>
  `;
}

function personView({ id, name, role }: Person, page: Page): TemplateResult {
  const become = (): void => {
    const seen = seenChannels({ ...page, personId: id });
    const channel = seen.find((one) => one.id === page.channelId) ?? seen[0];
    page.change({ personId: id, channelId: channel?.id ?? '', composer: EMPTY });
  };
  return html`
    <label class="person">
      <input type="radio" name="person" value=${id} .checked=${id === page.personId} @change=${become} />
      ${avatarView(name)}
      <span><strong>${name}</strong> <span class="role">${WORDS.people.roles[role]}</span></span>
    </label>
  `;
}
