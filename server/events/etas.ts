import type { EtasMessage } from '#domain/live.ts'
import type { Bus } from '../bus/bus.ts'

type Route = EtasMessage['routes'][number]

/** Routes of a workspace whose arrivals were worked out again. */
export type Estimates = { workspaceId: string; at: string; routes: (Route & { depotId: string | null })[] }

const topic = 'etas'

/** Tells every server when drivers are now expected. */
export const sayEtas = (bus: Bus, estimates: Estimates): void => bus.publish(topic, JSON.stringify(estimates))

/** Hears when drivers are expected, whichever server worked it out. Call what it returns to stop. */
export const followEtas = (bus: Bus, hear: (estimates: Estimates) => void): (() => void) =>
  bus.subscribe(topic, (text) => hear(JSON.parse(text) as Estimates))
