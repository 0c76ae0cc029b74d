/** One POST that the main service decided. Times are in ms since the epoch, all from this machine's clock. */
export type HostEvent = { at: number; playername: string; claimed: 0 | 1 | 2 };

/** One POST as it went over the network. */
export type PostEvent = { playername: string; startedAt: number; endedAt: number; hadAttemptRow: boolean };

/** One person's request, and every title they were shown, in order; none when Discord received no answer. */
export type Ask = { id: string; playername: string; at: number; shown: { at: number; title: string }[] };

/** What the hosts did and what people were shown. The checker knows nothing else about the bot. */
export type History = { host: HostEvent[]; posts: PostEvent[]; asks: Ask[]; announcements: { text: string }[] };

const GRANTED = 'Reward claimed';
const LIKELY = 'Vote claimed, first answer lost';
const ALREADY = 'Already claimed';
const PENDING = 'Claim not confirmed yet';

/** Everything in a history that must never happen, in words. Empty when no claim was lost or told wrongly. */
export function violations(history: History): string[] {
  return [
    ...lostGrants(history),
    ...inventedGrants(history),
    ...hiddenGrants(history),
    ...changedVerdicts(history),
    ...overlappingPosts(history),
    ...unrecordedPosts(history),
    ...wrongAnnouncements(history),
  ];
}

/** A vote was used up, and nobody was told that it may have been. */
function lostGrants({ host, asks }: History): string[] {
  return grantsOf(host)
    .filter((grant) => {
      const concerned = asks.filter((ask) => isSamePlayer(ask, grant));
      const known = concerned.some(({ shown }) =>
        shown.some(({ at, title }) => at >= grant.at && (title === GRANTED || title === LIKELY)),
      );
      return !known && !concerned.some((ask) => finalTitle(ask) === PENDING);
    })
    .map((grant) => `the grant of ${grant.playername} at ${grant.at} was told to nobody`);
}

/** "Reward claimed" was shown without a vote that was used up for it, or twice for the same vote. */
function inventedGrants({ host, asks }: History): string[] {
  return asks
    .filter((ask) => finalTitle(ask) === GRANTED && !grantsOf(host).some((grant) => couldBe(ask, grant)))
    .map((ask) => `${ask.id} was told "${GRANTED}", but no vote of ${ask.playername} was used up for it`);
}

/** "Already claimed" was shown for a vote that our own POST used up, and nobody was told of the grant. */
function hiddenGrants({ host, asks }: History): string[] {
  return asks
    .filter((ask) => finalTitle(ask) === ALREADY)
    .filter((ask) => {
      const toldAt = ask.shown.at(-1)?.at ?? 0;
      const grant = grantsOf(host).findLast((one) => isSamePlayer(ask, one) && one.at <= toldAt);
      return grant !== undefined && !asks.some((other) => finalTitle(other) === GRANTED && couldBe(other, grant));
    })
    .map(
      (ask) =>
        `${ask.id} was told "${ALREADY}" of a vote of ${ask.playername} that we had claimed ourselves, unknown to all`,
    );
}

/** A final verdict changed to something other than a grant. */
function changedVerdicts({ asks }: History): string[] {
  return asks.flatMap(({ id, shown }) => {
    const final = shown.map(({ title }) => title).filter((title) => title !== PENDING && title !== '');
    const changes = final.filter((title, index) => index > 0 && title !== final[index - 1]);
    return changes
      .filter((title) => title !== GRANTED)
      .map((title) => `${id} was told "${title}" after another verdict`);
  });
}

function overlappingPosts({ posts }: History): string[] {
  const found: string[] = [];
  for (const [index, post] of posts.entries()) {
    const others = posts.slice(index + 1).filter((other) => other.playername === post.playername);
    const overlap = others.some((other) => other.startedAt < post.endedAt && post.startedAt < other.endedAt);
    if (overlap) found.push(`two POSTs for ${post.playername} were in flight at once`);
  }
  return found;
}

function unrecordedPosts({ posts }: History): string[] {
  return posts
    .filter(({ hadAttemptRow }) => !hadAttemptRow)
    .map(({ playername }) => `a POST for ${playername} had no attempt on record`);
}

/** A grant that was told was not announced exactly once. */
function wrongAnnouncements({ host, asks, announcements }: History): string[] {
  const told = grantsOf(host).filter((grant) => asks.some((ask) => finalTitle(ask) === GRANTED && couldBe(ask, grant)));
  const players = new Set(told.map(({ playername }) => playername));
  return [...players].flatMap((player) => {
    const due = told.filter(({ playername }) => playername === player).length;
    const posted = announcements.filter(({ text }) => text.includes(player)).length;
    return due === posted ? [] : [`${player}: ${due} grants, ${posted} announcements`];
  });
}

function grantsOf(host: readonly HostEvent[]): HostEvent[] {
  return host.filter(({ claimed }) => claimed === 1);
}

function isSamePlayer(one: { playername: string }, other: { playername: string }): boolean {
  return one.playername.toLowerCase() === other.playername.toLowerCase();
}

/** Whether the grant came between the request and its verdict. */
function couldBe({ playername, at, shown }: Ask, grant: HostEvent): boolean {
  const toldAt = shown.find(({ title }) => title === GRANTED)?.at ?? 0;
  return playername === grant.playername && at <= grant.at && grant.at <= toldAt;
}

function finalTitle({ shown }: Ask): string | undefined {
  return shown.at(-1)?.title;
}
