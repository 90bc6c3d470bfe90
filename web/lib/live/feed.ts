import type { EventMessage, ManyMessage } from '#domain/live.ts'

export type LiveEvent = EventMessage['event']
type Message = EventMessage | ManyMessage

/** Where a page is in the workspace's event log. */
export type Feed = {
  /** The last event that the page knows of. */
  cursor: string | undefined
  /** Where the socket's messages began. The log may write the same place differently. */
  startedAt?: string
  /** The number of the reading of the log that is under way, if one is. */
  reading: number | undefined
  /** How many readings there were. */
  readings: number
  /** Whether everything shown is to be read again once the log has been read: that then includes what the log says. */
  isSnapshotDue: boolean
  /** What the socket brought meanwhile. */
  waiting: readonly Message[]
  /** Ends of what was dealt with lately, the newest last, to recognize what comes twice. */
  seen: readonly string[]
}

/** What the feed is told. */
export type News =
  /** The socket has joined: from here on, it brings everything. */
  | { kind: 'start'; cursor: string }
  | { kind: 'message'; message: Message }
  /** While the socket is interrupted: look into the log. */
  | { kind: 'poll' }
  /** A page of the log, as asked for with `read`, and where it ends. */
  | { kind: 'page'; reading: number; events: readonly LiveEvent[]; cursor: string; isLast: boolean }
  /** The log no longer holds what follows the cursor. */
  | { kind: 'forgotten'; reading: number }
  /** The server did not answer. */
  | { kind: 'unreachable'; reading: number }

/** What to do about it. */
export type Effect =
  /** Read everything again that is shown. */
  | { kind: 'snapshot' }
  | { kind: 'events'; events: readonly LiveEvent[] }
  /** Events that a snapshot will include. They say who changed what. */
  | { kind: 'told'; events: readonly LiveEvent[] }
  /** Too many changes to name each: read again what is shown of these kinds. */
  | { kind: 'many'; kinds: readonly string[] }
  /** Read the log after this cursor, and tell the feed. */
  | { kind: 'read'; reading: number; after: string }
  /** Poll after a while. */
  | { kind: 'later' }

type Step = { feed: Feed; effects: Effect[] }

const mostSeen = 500

/** A feed that begins here; without a cursor, it does not know what the page has read. */
export function openFeed(cursor?: string): Feed {
  return { cursor, reading: undefined, readings: 0, isSnapshotDue: false, waiting: [], seen: [] }
}

/** Takes in news, so that every event is dealt with once and none is missed. */
export function step(feed: Feed, news: News): Step {
  // A reading that another one has replaced.
  if ('reading' in news && news.reading !== feed.reading) return { feed, effects: [] }
  switch (news.kind) {
    case 'start':
      return start(feed, news.cursor)
    case 'message':
      return feed.reading === undefined ? take(feed, news.message) : wait(feed, news.message)
    case 'poll':
      if (feed.reading !== undefined) return { feed, effects: [] }
      return feed.cursor === undefined ? { feed, effects: [{ kind: 'snapshot' }] } : catchUp(feed)
    case 'page':
      return turnPage(feed, news)
    case 'forgotten':
      return startOver(feed)
    case 'unreachable':
      // Nothing is read again: a page would show failures instead of what it has.
      return { feed: { ...feed, reading: undefined, waiting: [] }, effects: [{ kind: 'later' }] }
  }
}

/** After an interruption: first what happened, then everything shown as it is now. */
function start(feed: Feed, cursor: string): Step {
  const here = { ...openFeed(cursor), readings: feed.readings }
  if (feed.cursor === cursor) return { feed: here, effects: [] }
  if (feed.cursor === undefined) return { feed: here, effects: [{ kind: 'snapshot' }] }
  return catchUp({ ...feed, startedAt: cursor, isSnapshotDue: true, waiting: [] })
}

function take(feed: Feed, message: Message): Step {
  if (isKnown(feed, message)) return { feed, effects: [] }
  if (feed.cursor !== undefined && !isNext(feed, message)) return catchUp({ ...feed, waiting: [message] })
  const effect: Effect =
    'event' in message ? { kind: 'events', events: [message.event] } : { kind: 'many', kinds: message.kinds }
  return { feed: advance(feed, [message.cursor]), effects: [effect] }
}

function catchUp(feed: Feed): Step {
  const reading = feed.readings + 1
  return {
    feed: { ...feed, reading, readings: reading },
    effects: [{ kind: 'read', reading, after: feed.cursor! }],
  }
}

function wait(feed: Feed, message: Message): Step {
  return { feed: { ...feed, waiting: [...feed.waiting, message] }, effects: [] }
}

function turnPage(feed: Feed, { events, cursor, isLast, reading }: Extract<News, { kind: 'page' }>): Step {
  const read = advance(feed, [...events.map((event) => event.cursor), cursor])
  const { isSnapshotDue } = feed
  const effects: Effect[] = events.length > 0 ? [{ kind: isSnapshotDue ? 'told' : 'events', events }] : []
  if (!isLast) return { feed: read, effects: [...effects, { kind: 'read', reading, after: cursor }] }
  if (isSnapshotDue) effects.push({ kind: 'snapshot' })
  return drain({ ...read, reading: undefined, isSnapshotDue: false, waiting: [] }, feed.waiting, effects)
}

/** Deals with what came while the log was read. What the log held already is left out. */
function drain(feed: Feed, waiting: readonly Message[], effects: Effect[]): Step {
  const fresh = waiting.filter((message) => !isKnown(feed, message))
  const [first] = fresh
  if (!first) return { feed, effects }
  // The log was read to its end and does not lead there: this cannot be mended by reading it again.
  if (!isNext(feed, first)) {
    const { feed: next, effects: more } = startOver({ ...feed, waiting: fresh })
    return { feed: next, effects: [...effects, ...more] }
  }
  const { feed: next, effects: more } = take(feed, first)
  return drain(next, fresh.slice(1), [...effects, ...more])
}

/** Forgets where it was: everything shown is read again, and what follows begins behind what has come so far. */
function startOver(feed: Feed): Step {
  const { readings, waiting } = feed
  return { feed: { ...openFeed(waiting.at(-1)?.cursor), readings }, effects: [{ kind: 'snapshot' }] }
}

function advance(feed: Feed, cursors: readonly string[]): Feed {
  return { ...feed, cursor: cursors.at(-1) ?? feed.cursor, seen: [...feed.seen, ...cursors].slice(-mostSeen) }
}

function isNext(feed: Feed, { after }: Message): boolean {
  return after === feed.cursor || after === feed.startedAt
}

function isKnown(feed: Feed, { cursor }: Message): boolean {
  return cursor === feed.cursor || feed.seen.includes(cursor)
}
