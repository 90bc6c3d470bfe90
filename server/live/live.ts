import type { Event } from '#domain/events/event.ts'
import { wayOf } from '../db/connect.ts'
import type { Deps } from '../deps.ts'
import { followEtas } from '../events/etas.ts'
import { followMoves } from '../events/moves.ts'
import type { RealtimePlugs } from '../realtime/context.ts'
import { openFeeds } from './feeds.ts'
import { isAboutAccess, isConcerned } from './access.ts'
import { openHistory } from './history.ts'
import { openLane } from './lane.ts'
import { LiveChannel } from './live-channel.ts'
import { openMaps } from './maps.ts'
import { openPlaces } from './rules.ts'
import { readEndedSessions } from './sessions.ts'
import { openLinks } from './tracking/links.ts'
import { openTracking } from './tracking/tracking.ts'

/** Somebody who signed out, or was banned, hears nothing more after so long at the latest. */
const sessionsEverySeconds = 30

type Needed = Pick<Deps, 'db' | 'liveDb' | 'bus' | 'now' | 'report' | 'trackingKey'>
type Live = RealtimePlugs & { close(): Promise<void> }

/** What the realtime service means in this product: who may listen, and what the server says. */
export function openLive({ db, liveDb, bus, now, report, trackingKey }: Needed): Live {
  const parts = { db: liveDb, now, lane: openLane(wayOf(liveDb).pool.options.max) }
  const channels = new Set<LiveChannel>()
  const feeds = openFeeds(bus, { ...parts, report, checkAccess, checkEverybody })
  const links = openLinks({ ...parts, trackingKey })
  const places = openPlaces(parts, links)
  const tracking = openTracking({ ...parts, bus, feeds, report })
  const history = openHistory({ ...parts, writer: db, report })
  const maps = openMaps({ bus, now })
  const stopMoves = followMoves(bus, (moves) => {
    maps.hearMoves(moves)
    tracking.hearMoves(moves)
  })
  const stopEtas = followEtas(bus, (estimates) => {
    maps.hearEtas(estimates)
    tracking.hearEtas(estimates)
  })
  const timer = setInterval(() => void endSessions(), sessionsEverySeconds * 1000).unref()
  let lastId = 0

  async function checkAccess(workspaceId: string, events: Event[]): Promise<void> {
    const telling = events.filter(isAboutAccess)
    if (!telling.length) return
    const concerned = [...channels].filter(
      (channel) => channel.workspaceId === workspaceId && telling.some((event) => isConcerned(channel.caller, event)),
    )
    await Promise.all(concerned.map((channel) => channel.recheck()))
  }

  async function checkEverybody(workspaceId: string): Promise<void> {
    const there = [...channels].filter((channel) => channel.workspaceId === workspaceId)
    await Promise.all(there.map((channel) => channel.recheck()))
  }

  async function endSessions(): Promise<void> {
    try {
      const callers = [...channels].map(({ caller }) => caller)
      const ended = await readEndedSessions(parts, callers)
      for (const channel of channels) {
        if (channel.caller.kind === 'member' && ended.has(channel.caller.sessionId)) await channel.recheck()
      }
    } catch (error) {
      report(error, 'sessions of live channels')
    }
  }

  return {
    authorize: places.authorize,
    source: {
      async open(channel, bindings) {
        const numbered = bindings.map((binding) => ({ id: ++lastId, binding }))
        const live = new LiveChannel({ ...parts, feeds, places, links, tracking, report }, channel, numbered)
        channels.add(live)
        try {
          await live.open()
        } catch (error) {
          channels.delete(live)
          throw error
        }
        return {
          ids: numbered.map(({ id }) => id),
          start: () => live.start(),
          renew: (caller) => live.renew(caller),
          close() {
            channels.delete(live)
            live.close()
          },
        }
      },
    },
    history,
    async close() {
      clearInterval(timer)
      stopMoves()
      stopEtas()
      maps.close()
      tracking.close()
      feeds.close()
      await history.settled()
    },
  }
}
