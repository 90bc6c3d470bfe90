import { profiles, type Profile } from '#domain/travel/profiles.ts'
import { routingKinds, type RoutingKind, type RoutingSettings } from './outside/travel/settings.ts'
import { StartError } from './start-error.ts'

type Readers = { whole: (name: string, fallback: number, min: number, max: number) => number }

/**
 * The settings of the routing engine, if there is one.
 * @throws StartError naming the setting and what it should look like
 */
export function readRouting(
  env: NodeJS.ProcessEnv,
  { whole }: Readers,
  userAgent: string,
): RoutingSettings | undefined {
  const car = address(env, 'ROUTING_URL')
  const others = profiles.filter((profile) => profile !== 'car')
  if (!car) {
    const other = [...others.map((profile) => settingOf(profile)), 'ROUTING_ENGINE'].find((name) => env[name])
    if (other) throw new StartError(`ROUTING_URL must be set too: ${other} says more about it.`)
    return undefined
  }
  const kind = env.ROUTING_ENGINE || 'osrm'
  if (!routingKinds.some((known) => known === kind)) {
    throw new StartError(`ROUTING_ENGINE must be one of ${routingKinds.join(', ')}, not "${kind}".`)
  }
  const own = others.flatMap((profile): [Profile, string][] => {
    const url = address(env, settingOf(profile))
    return url ? [[profile, url]] : []
  })
  if (own.length && kind !== 'osrm') {
    throw new StartError(`${settingOf(own[0]![0])} is for OSRM: one ${kind} answers for all vehicles.`)
  }
  return {
    kind: kind as RoutingKind,
    urls: { car, ...Object.fromEntries(own) },
    key: env.ROUTING_KEY || undefined,
    atOnce: whole('ROUTING_CONCURRENCY', 4, 1, 64),
    patienceSeconds: whole('ROUTING_TIMEOUT_SECONDS', 15, 1, 300),
    cacheDays: whole('ROUTING_CACHE_DAYS', 30, 1, 3650),
    userAgent,
  }
}

const settingOf = (profile: Profile) => `ROUTING_URL_${profile.toUpperCase()}`

function address(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const url = env[name]
  if (!url) return undefined
  // The address may hold a password, so it is never repeated in the message.
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new StartError(`${name} must be an address like http://osrm:5000.`)
  return url
}
