import { parseArgs } from 'node:util'
import { startTravelDouble } from '#server/outside/travel/double.ts'
import { routingKinds, type RoutingKind } from '#server/outside/travel/settings.ts'

/** A routing engine on this machine whose roads are a grid that covers the world. Ctrl+C stops it. */
const { positionals } = parseArgs({ allowPositionals: true })
const kind = positionals[0] ?? 'osrm'
if (!routingKinds.some((known) => known === kind)) throw new Error(`Choose one of ${routingKinds.join(', ')}.`)
const { url } = await startTravelDouble(kind as RoutingKind, { port: 4707 })
console.log(`This ${kind} measures along streets that go north, south, east and west. Start Karta with

  ROUTING_URL=${url} ROUTING_ENGINE=${kind} npm start

node scripts/routing-double.ts takes ${routingKinds.join(', ')}.
`)
