import packageJson from '../package.json' with { type: 'json' }
import type { TraceSettings } from './observability/settings.ts'
import { StartError } from './start-error.ts'

const samplers = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`])

/**
 * Where traces go, if anybody collects them, by the names that OpenTelemetry gives its settings.
 * @throws StartError naming the setting and what it should look like
 */
export function readTraces(env: NodeJS.ProcessEnv): TraceSettings | undefined {
  const raw = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!raw) return undefined
  const url = URL.parse(raw)
  // The address may hold a password, so it is never repeated in the message.
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new StartError('OTEL_EXPORTER_OTLP_ENDPOINT must be an address like http://collector:4318.')
  }
  const protocol = env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json'
  if (protocol !== 'http/json') {
    throw new StartError(
      `OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, the only one that Karta speaks, not "${protocol}".`,
    )
  }
  const sampler = env.OTEL_TRACES_SAMPLER || 'parentbased_always_on'
  if (!samplers.includes(sampler)) {
    throw new StartError(`OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}, not "${sampler}".`)
  }
  return {
    endpoint: raw.replace(/\/+$/, ''),
    headers: readHeaders(env.OTEL_EXPORTER_OTLP_HEADERS),
    service: env.OTEL_SERVICE_NAME || 'karta',
    version: packageJson.version,
    followsCaller: sampler.startsWith('parentbased_'),
    share: shareOf(sampler.replace('parentbased_', ''), env.OTEL_TRACES_SAMPLER_ARG),
  }
}

function readHeaders(raw = ''): Record<string, string> {
  const pairs = raw.split(',').filter((pair) => pair.trim())
  const read = pairs.map((pair) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=(.*)$/.exec(pair))
  try {
    // The values are secrets, so they are never repeated in the message.
    if (!read.every((match) => match !== null)) throw new URIError()
    return Object.fromEntries(read.map(([, name, value]) => [name!, decodeURIComponent(value!.trim())]))
  } catch {
    throw new StartError(
      'OTEL_EXPORTER_OTLP_HEADERS must look like name=value,other=value, with values as in an address.',
    )
  }
}

function shareOf(sampler: string, raw: string | undefined): number {
  if (sampler === 'always_on') return 1
  if (sampler === 'always_off') return 0
  const share = Number(raw || 1)
  if (!(share >= 0 && share <= 1)) {
    throw new StartError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${raw}".`)
  }
  return share
}
