import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { connectionsWithin } from '../http/connections.ts'
import { registerCors } from '../http/cors.ts'
import type { Measure } from '../http/metrics.ts'
import type { Connection } from './connection.ts'
import type { RealtimeContext, RealtimePlugs } from './context.ts'
import { newCounters } from './counters.ts'
import { credentialReader } from './credentials.ts'
import { leastGapMs, sendElsewhere } from './elsewhere.ts'
import { registerRealtimeErrors } from './errors.ts'
import { evenOutEveryMs, openEvenOut } from './even-out.ts'
import { registerHandshake } from './handshake.ts'
import { openHub } from './hub.ts'
import { beatSeconds, openPresences } from './presence/presences.ts'
import { registerRest } from './rest.ts'

/** Changes of who is present that come within this time are sent together. */
const presenceTogetherMs = 20
const sweepEveryMs = 10_000
/** How long clients get to answer when the server stops. */
const partWithinMs = 2000

export type Realtime = {
  measures: Measure[]
  /**
   * Takes no new sockets, and tells clients to go to other servers: evenly over so many seconds, or sooner if they are few.
   * @param hurry tells all that are left at once
   */
  part(seconds: number, hurry: AbortSignal): Promise<void>
}

/** The part of all connections that sockets may take. The rest is for requests. */
const shareOfConnections = 0.8

/**
 * The realtime service under `/realtime/v1`. The official client speaks to it.
 * @returns what it measures, and what parts with its clients
 */
export async function registerRealtime(app: FastifyInstance, deps: Deps, plugs: RealtimePlugs): Promise<Realtime> {
  const { bus, now, report, config } = deps
  const stopping = new AbortController()
  const most = connectionsWithin(deps.descriptorLimit, config.maxConnections)
  const context: RealtimeContext = {
    ...plugs,
    bus,
    now,
    report,
    settings: { ...config.realtime, sockets: Math.min(config.realtime.sockets, Math.floor(most * shareOfConnections)) },
    readCredential: credentialReader(deps),
    hub: openHub(bus),
    presences: openPresences({
      bus,
      now: () => now().getTime(),
      soon: (work) => void setTimeout(work, presenceTogetherMs).unref(),
    }),
    counters: newCounters(),
    isStopping: () => stopping.signal.aborted,
  }
  let connections = new Set<Connection>()
  await app.register(
    async (service) => {
      registerRealtimeErrors(service)
      registerCors(service)
      registerRest(service, context)
      connections = registerHandshake(service, app, context, deps.limiter)
      const evenOut = openEvenOut({
        bus,
        now: () => now().getTime(),
        count: () => context.counters.sockets,
        sendAway(count) {
          context.counters.sentElsewhere += count
          void sendElsewhere(connections, 'crowded', {
            count,
            milliseconds: count * leastGapMs,
            hurry: stopping.signal,
          })
        },
        most: evenOutEveryMs / leastGapMs,
      })
      const timers = [
        ...(config.roles.includes('live') ? [setInterval(() => evenOut.look(), evenOutEveryMs).unref()] : []),
        setInterval(() => connections.forEach((connection) => connection.sweep()), sweepEveryMs).unref(),
        setInterval(() => context.presences.beat(), beatSeconds * 1000).unref(),
      ]
      app.addHook('preClose', async () => {
        stopping.abort()
        evenOut.close()
        for (const timer of timers) clearInterval(timer)
        await closeAll(connections)
        context.presences.close()
      })
    },
    { prefix: '/realtime/v1' },
  )
  return {
    measures: measuresOf(context),
    async part(seconds, hurry) {
      stopping.abort()
      const milliseconds = Math.min(seconds * 1000, connections.size * leastGapMs)
      await sendElsewhere(connections, 'restarting', { milliseconds, hurry })
    },
  }
}

function measuresOf({ counters, hub, presences }: RealtimeContext): Measure[] {
  return [
    ['karta_realtime_sockets', 'Open sockets', () => counters.sockets],
    ['karta_realtime_channels', 'Channels that sockets have joined or are joining', () => counters.channels],
    ['karta_realtime_rooms', 'Different channels that somebody has joined', () => hub.counts().rooms],
    ['karta_realtime_presence_rooms', 'Different channels with presence', () => presences.rooms()],
    ['karta_realtime_frames_in_total', 'Frames received since the start', () => counters.framesIn],
    ['karta_realtime_malformed_total', 'Of them, what was no frame', () => counters.malformed],
    ['karta_realtime_messages_total', 'Broadcasts since the start', () => hub.counts().messages],
    ['karta_realtime_frames_out_total', 'Frames sent for them', () => hub.counts().frames],
    ['karta_realtime_refused_joins_total', 'Joins refused since the start', () => counters.refusedJoins],
    [
      'karta_realtime_sent_elsewhere_total',
      'Sockets sent to servers with fewer since the start',
      () => counters.sentElsewhere,
    ],
    [
      'karta_realtime_slow_sockets_total',
      'Sockets closed since the start, because they did not keep up',
      () => counters.slowSockets,
    ],
  ]
}

/** Tells every client that the server restarts, and cuts off who does not answer. */
async function closeAll(connections: Set<{ close(why: 'restarting'): void; cut(): void }>): Promise<void> {
  const until = performance.now() + partWithinMs
  for (const connection of connections) connection.close('restarting')
  while (connections.size > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10))
  for (const connection of connections) connection.cut()
}
