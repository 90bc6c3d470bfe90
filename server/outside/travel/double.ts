import { startDouble, type Double, type Received, type Reply } from '../double-server.ts'
import { openrouteserviceAnswers } from './double-openrouteservice.ts'
import { osrmAnswers } from './double-osrm.ts'
import { valhallaAnswers } from './double-valhalla.ts'
import type { DoubleWorld } from './double-roads.ts'
import type { RoutingKind } from './settings.ts'

/** How it fails: with an error, with a page, by saying nothing, by asking for patience, or because of a key. */
type Mood = 'well' | 'down' | 'html' | 'silent' | 'busy' | 'refuses'
type Behavior = Partial<DoubleWorld> & {
  mood?: Mood
  /** It answers this, whatever it is asked. */
  body?: object | undefined
  /** It dies after so many more answers. */
  diesAfter?: number
}

export type TravelDouble = Double & { behave(behavior: Behavior): void }

const answers = { osrm: osrmAnswers, valhalla: valhallaAnswers, openrouteservice: openrouteserviceAnswers }

const failures: Record<Exclude<Mood, 'well'>, Reply | null> = {
  down: { status: 500, body: { error: 'out of memory' } },
  html: { status: 200, body: '<!doctype html><title>Welcome to nginx!</title>' },
  silent: null,
  busy: { status: 429, body: { error: 'too many requests' } },
  refuses: { status: 403, body: { error: 'access denied' } },
}

/** A routing engine on this machine, whose roads are a grid that covers the world. */
export async function startTravelDouble(kind: RoutingKind, { port = 0 } = {}): Promise<TravelDouble> {
  const usual: DoubleWorld & { mood: Mood; diesAfter: number; body: object | undefined } = {
    isOffRoad: () => false,
    isCutOff: () => false,
    mostPairs: kind === 'osrm' ? 10_000 : 2500,
    without: [],
    mood: 'well',
    diesAfter: Infinity,
    body: undefined,
  }
  let now = usual
  const answer = (call: Received): Reply | null => {
    if (now.mood !== 'well') return failures[now.mood]
    if (now.diesAfter-- <= 0) return failures.down
    return now.body ? { status: 200, body: now.body } : answers[kind](call, now)
  }
  const double = await startDouble(answer, port)
  return {
    ...double,
    behave: (behavior) => {
      now = { ...usual, ...behavior }
    },
  }
}
