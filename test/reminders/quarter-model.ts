/**
 * What may and must become of reminders, told from outside: by what people and managers did, what Discord did, and what
 * was shown. It shares no code with the bot, and knows of clocks only what a table says.
 */

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

/** Hours from UTC, from these moments on: what clocks do in the quarter that is simulated. */
export const ZONES: Readonly<Record<string, readonly (readonly [from: number, hours: number])[]>> = {
  'Europe/Paris': [
    [0, 1],
    [Date.UTC(2026, 2, 29, 1), 2],
  ],
  'America/New_York': [
    [0, -5],
    [Date.UTC(2026, 2, 8, 7), -4],
  ],
  'Asia/Kolkata': [[0, 5.5]],
  '-03:00': [[0, -3]],
};

export type Quiet = { from: number; to: number; timeZone: string };

/** One thing that happened, in the order in which it did. Times in ms since the epoch. */
export type Happening = { at: number } & (
  | { kind: 'asked' | 'stopped' | 'claimed' | 'told'; person: string }
  | { kind: 'quiet'; person: string; quiet: Quiet | undefined }
  | { kind: 'leaves'; person: string }
  | { kind: 'hours'; hours: number | undefined }
  /** Discord showed a message. */
  | { kind: 'shown'; person: string }
  /** Discord was asked to show one, and its answer was lost; it may have been shown. */
  | { kind: 'answer lost'; person: string }
  /** Discord refused to show one: the person has closed their messages. */
  | { kind: 'refused'; person: string }
);

type Person = {
  wants: boolean;
  quiet: Quiet | undefined;
  /** when their newest claim was confirmed */
  claimedAt: number | undefined;
  /** what is owed: when it is due, in hours that may change; undefined when nothing is */
  owedFor: number | undefined;
  shownFor: number | undefined;
  lostFor: number | undefined;
  mustBeTold: boolean;
  /** since when nothing keeps what is owed from being sent */
  freeSince: number | undefined;
};

/** How long after it is due, and nothing is in the way, a reminder has to be shown. */
export type Bounds = { lateMs: number };

/** @returns what is wrong with a history, in words; nothing when all is as it should be */
export function violations(history: readonly Happening[], until: number, { lateMs }: Bounds): string[] {
  const wrong: string[] = [];
  const people = new Map<string, Person>();
  let hours: number | undefined;
  const personOf = (id: string): Person => {
    const known = people.get(id) ?? {
      wants: false,
      quiet: undefined,
      claimedAt: undefined,
      owedFor: undefined,
      shownFor: undefined,
      lostFor: undefined,
      mustBeTold: false,
      freeSince: undefined,
    };
    people.set(id, known);
    return known;
  };
  const say = (at: number, id: string, what: string) => wrong.push(`${new Date(at).toISOString()} ${id}: ${what}`);

  /** Whether what is owed is overdue, with all the time counted in which nothing was in its way. */
  function checkLate(id: string, person: Person, now: number): void {
    if (person.owedFor === undefined || hours === undefined || person.lostFor === person.owedFor) return;
    const dueAt = Math.max(person.owedFor + hours * HOUR, person.freeSince ?? 0);
    if (wakingMs(person.quiet, dueAt, now) > lateMs) {
      say(now, id, `nothing was shown for the claim of ${new Date(person.owedFor).toISOString()}`);
      person.owedFor = undefined;
    }
  }

  for (const event of history) {
    if (event.kind === 'hours') {
      const before = hours;
      for (const [id, person] of people) checkLate(id, person, event.at);
      hours = event.hours;
      for (const person of people.values()) {
        person.freeSince = event.at;
        if (hours === undefined) person.owedFor = undefined;
        else if (before === undefined && person.wants && person.claimedAt !== undefined) {
          const isOver = person.claimedAt + hours * HOUR <= event.at;
          const isDone = person.shownFor === person.claimedAt || person.lostFor === person.claimedAt;
          if (!isOver && !isDone) person.owedFor = person.claimedAt;
        }
      }
      continue;
    }
    const { person: id, at } = event;
    const person = personOf(id);
    checkLate(id, person, at);
    switch (event.kind) {
      case 'asked': {
        if (person.wants || hours === undefined) break;
        person.wants = true;
        person.mustBeTold = false;
        person.freeSince = at;
        const isDone = person.shownFor === person.claimedAt || person.lostFor === person.claimedAt;
        if (person.claimedAt !== undefined && person.claimedAt + hours * HOUR > at && !isDone)
          person.owedFor = person.claimedAt;
        break;
      }
      case 'stopped':
        person.wants = false;
        person.owedFor = undefined;
        person.mustBeTold = false;
        break;
      case 'claimed':
        person.claimedAt = at;
        person.owedFor = person.wants && hours !== undefined ? at : undefined;
        person.freeSince = at;
        break;
      case 'quiet':
        person.quiet = event.quiet;
        person.freeSince = at;
        break;
      case 'leaves':
        people.set(id, { ...person, wants: false, owedFor: undefined });
        break;
      case 'refused':
        if (person.wants) person.mustBeTold = true;
        person.wants = false;
        person.owedFor = undefined;
        break;
      case 'told':
        if (!person.mustBeTold) say(at, id, 'was told that messages are closed, which they knew, or are not');
        person.mustBeTold = false;
        break;
      case 'answer lost':
        person.lostFor = person.claimedAt;
        break;
      case 'shown':
        if (!person.wants) say(at, id, 'was reminded without wanting it');
        else if (hours === undefined) say(at, id, 'was reminded although the guild reminds nobody');
        else if (person.claimedAt === undefined) say(at, id, 'was reminded without a claim');
        else if (person.shownFor === person.claimedAt) say(at, id, 'was reminded twice of one claim');
        else if (at < person.claimedAt + hours * HOUR) say(at, id, 'was reminded too early');
        else if (isQuietAt(person.quiet, at)) say(at, id, 'was reminded in their quiet hours');
        person.shownFor = person.claimedAt;
        person.owedFor = undefined;
        break;
    }
  }
  for (const [id, person] of people) {
    checkLate(id, person, until);
    if (person.mustBeTold) say(until, id, 'never read why they are not reminded any more');
  }
  return wrong;
}

/** How much of a span is outside somebody's quiet hours, to the quarter of an hour. */
function wakingMs(quiet: Quiet | undefined, from: number, to: number): number {
  if (!quiet || to <= from) return Math.max(0, to - from);
  const quarter = HOUR / 4;
  let waking = 0;
  for (let at = from; at < to && waking < DAY; at += quarter) if (!isQuietAt(quiet, at)) waking += quarter;
  return waking;
}

export function isQuietAt(quiet: Quiet | undefined, at: number): boolean {
  if (!quiet) return false;
  const offsets = ZONES[quiet.timeZone] ?? [];
  const hoursFromUtc = offsets.findLast(([from]) => from <= at)?.[1] ?? 0;
  const hour = new Date(at + hoursFromUtc * HOUR).getUTCHours();
  for (let one = quiet.from; one !== quiet.to; one = (one + 1) % 24) if (one === hour) return true;
  return false;
}
