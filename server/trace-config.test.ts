import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { readTraces } from './trace-config.ts'

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318/'

test('traces are off until a collector is named, whatever else is set', () => {
  expect(readTraces({})).toBeUndefined()
  expect(readTraces({ OTEL_SERVICE_NAME: 'karta', OTEL_TRACES_SAMPLER: 'nonsense' })).toBeUndefined()
})

test('the settings have the names, forms and defaults of OpenTelemetry', () => {
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT })).toMatchObject({
    endpoint: 'http://collector:4318',
    headers: {},
    service: 'karta',
    followsCaller: true,
    share: 1,
  })
  const all = readTraces({
    OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-scope=karta',
    OTEL_SERVICE_NAME: 'karta-staging',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(all).toMatchObject({
    headers: { authorization: 'Basic abc', 'x-scope': 'karta' },
    service: 'karta-staging',
    followsCaller: false,
    share: 0.25,
  })
  expect(readTraces({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'parentbased_always_off' })?.share).toBe(0)
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://me:s3cret@a' }, 'OTEL_EXPORTER_OTLP_ENDPOINT must be an address'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL must be'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 's3cret' }, 'OTEL_EXPORTER_OTLP_HEADERS must look'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS: 'a=%s3cret' }, 'OTEL_EXPORTER_OTLP_HEADERS must look'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'OTEL_TRACES_SAMPLER must be one of'],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '25' },
    'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
  ],
])('%o is refused in a sentence, without secrets', (env, sentence) => {
  expect(() => readTraces(env)).toThrow(sentence)
  expect(() => readTraces(env)).not.toThrow('s3cret')
})

test('a slow statement is one of half a second unless the operator says otherwise', () => {
  expect(readConfig({}).slow).toEqual({ milliseconds: 500, plans: false })
  expect(readConfig({ SLOW_STATEMENT_MS: '50', SLOW_STATEMENT_PLANS: 'true' }).slow).toEqual({
    milliseconds: 50,
    plans: true,
  })
  expect(() => readConfig({ SLOW_STATEMENT_MS: 'soon' })).toThrow('SLOW_STATEMENT_MS must be a whole number')
})
