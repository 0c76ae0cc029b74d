import { render } from 'lit-html';

import type { Action, Message, PlaygroundEvent } from '../protocol.ts';
import { createScrolling } from './channel/scrolling.ts';
import { spokenText } from './channel/spoken-text.ts';
import { isToAnother, isVisible, pings } from './channel/timeline.ts';
import { createAutocomplete } from './composer/autocomplete.ts';
import { connect } from './connection.ts';
import { pageView } from './page-view.ts';
import { firstView, languageOf, readingOf, type View, type ViewChange } from './page.ts';
import { placeIn, rememberPlace } from './place.ts';
import type { Outcome } from './refusal-text.ts';
import { WORDS } from './words.ts';
import { after, withoutModal, worldOf, type World } from './world.ts';

const TICK_MS = 1_000;

/** Starts the page in `root`. `announcer` tells assistive technology of new messages. */
function start(root: HTMLElement, announcer: HTMLElement): void {
  let shown: { world: World; view: View } | undefined;
  let isDrawDue = false;
  const keepingAtEnd = createScrolling(root);
  let frame: number | undefined;

  const token = new URLSearchParams(location.search).get('token') ?? '';
  const connection = connect(token, {
    onEvent,
    onHealth: (health) => {
      change({ health });
    },
  });
  const autocomplete = createAutocomplete({
    ask: connection.act,
    show: (offered) => {
      change({ offered });
    },
  });

  function onEvent(event: PlaygroundEvent): void {
    if (event.type === 'state') {
      if (!shown) root.replaceChildren();
      const world = worldOf(event.state, shown?.world);
      const isKnown = world.people.some(({ id }) => id === shown?.view.personId);
      shown = { world, view: shown && isKnown ? shown.view : firstView(placeIn(world)) };
    } else if (shown) {
      shown = { ...shown, world: after(shown.world, event) };
      if (event.type === 'message') announce(event.message);
    }
    drawInFrame();
  }

  /** Announces a new or edited message, or marks its channel as unread. */
  function announce(message: Message): void {
    if (!shown || message.loading) return;
    const { world, view } = shown;
    const { personId, channelId, unread } = view;
    if (!isVisible(message, personId) || isToAnother(message, personId, world)) return;
    if (message.channelId !== channelId) {
      const mark = pings(message, personId) || unread.get(message.channelId) === 'ping' ? 'ping' : 'message';
      shown = { world, view: { ...view, unread: new Map([...unread, [message.channelId, mark]]) } };
      return;
    }
    const reading = readingOf({ world, personId });
    announcer.lang = languageOf(message, { world, ...reading });
    announcer.textContent = spokenText(message, reading);
  }

  function change(to: ViewChange): void {
    if (!shown) return;
    const view = { ...shown.view, ...(typeof to === 'function' ? to(shown.view) : to) };
    shown = { ...shown, view };
    rememberPlace(view);
    autocomplete.follow(view.composer, view);
    draw();
  }

  async function act(action: Action, done?: string): Promise<Outcome> {
    const answer = await connection.act(action);
    if (answer.kind === 'refused') change({ notice: answer.reason, done: undefined });
    else change({ notice: undefined, done });
    if (answer.kind === 'sent') {
      const { interactionId } = answer;
      change(({ ownInteractions }) => ({ ownInteractions: new Set([...ownInteractions, interactionId]) }));
    }
    return answer;
  }

  function closeModal(interactionId: string): void {
    if (!shown) return;
    shown = { ...shown, world: withoutModal(shown.world, interactionId) };
    draw();
  }

  /** Draws a change by the user before their next key press. */
  function draw(): void {
    if (isDrawDue) return;
    isDrawDue = true;
    queueMicrotask(drawNow);
  }

  /** Draws events of the sandbox, at most once a frame. */
  function drawInFrame(): void {
    frame ??= requestAnimationFrame(drawNow);
  }

  function drawNow(): void {
    isDrawDue = false;
    if (frame !== undefined) cancelAnimationFrame(frame);
    frame = undefined;
    if (!shown) return;
    const { world, view } = shown;
    const reading = readingOf({ world, ...view });
    const page = { ...view, ...reading, world, change, act, closeModal, fileUrl: connection.fileUrl };
    document.title = WORDS.title(world.bot.name);
    keepingAtEnd(() => {
      render(pageView(page), root);
    });
  }

  setInterval(drawInFrame, TICK_MS);
}

const root = document.getElementById('page');
const announcer = document.getElementById('announcer');
if (root && announcer) start(root, announcer);
