import { expect, test } from 'vitest'
import { openFeed, step, type Effect, type Feed, type LiveEvent, type News } from './feed.ts'

/** The event that ends at this cursor. */
const event = (cursor: string) => ({ cursor, id: cursor, type: 'delivery.created' }) as LiveEvent
const message = (after: string, cursor: string): News => ({
  kind: 'message',
  message: { after, cursor, event: event(cursor) },
})
const page = (cursors: string[], { isLast = true, reading = 1 } = {}): News => ({
  kind: 'page',
  reading,
  events: cursors.map(event),
  cursor: cursors.at(-1)!,
  isLast,
})

/** Tells the feed one after the other. Returns what is to be done, in short, and where the feed is then. */
function tell(feed: Feed, ...all: News[]) {
  const effects: Effect[] = []
  for (const news of all) {
    const next = step(feed, news)
    feed = next.feed
    effects.push(...next.effects)
  }
  return { feed, effects: effects.map(words) }
}

function words(effect: Effect): string {
  if (effect.kind === 'events') return effect.events.map(({ cursor }) => cursor).join('')
  if (effect.kind === 'told') return `told ${effect.events.map(({ cursor }) => cursor).join('')}`
  if (effect.kind === 'read') return `read after ${effect.after}`
  return effect.kind === 'many' ? `many ${effect.kinds.join()}` : effect.kind
}

test('a page that does not know what it has read reads everything again when the socket joins', () => {
  expect(tell(openFeed(), { kind: 'start', cursor: 'a' }, message('a', 'b'), message('b', 'c')).effects).toEqual([
    'snapshot',
    'b',
    'c',
  ])
})

test('a page that nothing happened behind reads nothing again', () => {
  expect(tell(openFeed('a'), { kind: 'start', cursor: 'a' }, message('a', 'b')).effects).toEqual(['b'])
})

test('after an interruption, what happened is told, then everything is read again, and each event counts once', () => {
  const { effects, feed } = tell(
    openFeed('a'),
    { kind: 'start', cursor: 'd' },
    message('d', 'e'),
    message('e', 'f'),
    page(['b', 'c'], { isLast: false }),
    page(['d', 'e']),
    message('f', 'g'),
  )
  expect(effects).toEqual(['read after a', 'told bc', 'read after c', 'told de', 'snapshot', 'f', 'g'])
  expect(feed.cursor).toBe('g')
})

test('the place where the socket began is known by the name that the socket gives it', () => {
  const { effects } = tell(openFeed('a'), { kind: 'start', cursor: 'b-end' }, page(['b']), message('b-end', 'c'))
  expect(effects).toEqual(['read after a', 'told b', 'snapshot', 'c'])
})

test('a reading that an interruption overtook is not taken for the next one', () => {
  const again = [message('a', 'b'), message('c', 'd'), { kind: 'start', cursor: 'e' } as const]
  const { effects, feed } = tell(openFeed('a'), ...again, page(['c', 'd']), page(['c', 'd', 'e'], { reading: 2 }))
  expect(effects).toEqual(['b', 'read after b', 'read after b', 'told cde', 'snapshot'])
  expect(feed.cursor).toBe('e')
})

test('an event that comes twice is dealt with once', () => {
  const twice = [message('a', 'b'), message('a', 'b'), message('b', 'c'), message('a', 'b')]
  expect(tell(openFeed('a'), ...twice).effects).toEqual(['b', 'c'])
})

test('a gap is read from the log before what came after it', () => {
  const { effects, feed } = tell(openFeed('a'), message('c', 'd'), message('d', 'e'), page(['b', 'c', 'd']))
  expect(effects).toEqual(['read after a', 'bcd', 'e'])
  expect(feed).toMatchObject({ cursor: 'e', reading: undefined, waiting: [] })
})

test('a summary of many changes moves the feed behind all of them', () => {
  const many: News = { kind: 'message', message: { after: 'a', cursor: 'x', count: 200, kinds: ['delivery', 'plan'] } }
  expect(tell(openFeed('a'), many, message('x', 'y')).effects).toEqual(['many delivery,plan', 'y'])
})

test('if the log no longer reaches back, everything is read again and the feed goes on from now', () => {
  const { effects } = tell(openFeed('a'), message('y', 'z'), { kind: 'forgotten', reading: 1 }, message('z', 'zz'))
  expect(effects).toEqual(['read after a', 'snapshot', 'zz'])
})

test('if the log leads somewhere else, the feed starts over instead of asking for ever', () => {
  const { effects, feed } = tell(openFeed('a'), message('y', 'z'), page(['b']))
  expect(effects).toEqual(['read after a', 'b', 'snapshot'])
  expect(feed).toMatchObject({ cursor: 'z', reading: undefined })
})

test('while the socket is interrupted, the log is polled, one question at a time, and failures wait', () => {
  const { effects, feed } = tell(openFeed('a'), { kind: 'poll' }, { kind: 'poll' }, { kind: 'unreachable', reading: 1 })
  expect(effects).toEqual(['read after a', 'later'])
  expect(tell(feed, { kind: 'poll' }, page(['b'], { reading: 2 })).effects).toEqual(['read after a', 'b'])
  expect(tell(openFeed(), { kind: 'poll' }).effects).toEqual(['snapshot'])
})

test('a snapshot that could not be taken after an interruption is taken when the log answers', () => {
  const { effects } = tell(
    openFeed('a'),
    { kind: 'start', cursor: 'c' },
    { kind: 'unreachable', reading: 1 },
    { kind: 'poll' },
    page(['b', 'c'], { reading: 2 }),
  )
  expect(effects).toEqual(['read after a', 'later', 'read after a', 'told bc', 'snapshot'])
})
