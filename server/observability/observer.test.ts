import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contextOf, currentTraceparent } from './spans.ts'
import { ROOT_CONTEXT, trace } from '@opentelemetry/api'

/** Which packages a process has loaded once it has an observer. */
function loadedWith(traces: string): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ resolve(specifier, context, next) {
      if (!specifier.startsWith('.')) loaded.add(specifier)
      return next(specifier, context)
    } })
    const { openObserver } = await import('./server/observability/observer.ts')
    const observer = await openObserver(${traces}, { milliseconds: 500, plans: false })
    console.log(JSON.stringify([...loaded]))
    process.exit(0)`
  const root = join(import.meta.dirname, '..', '..')
  return JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: root, encoding: 'utf8' }),
  )
}

test('without a collector, the packages that collect traces are not even loaded', () => {
  const settings = {
    endpoint: 'http://127.0.0.1:9',
    headers: {},
    service: 'k',
    version: '1',
    followsCaller: true,
    share: 1,
  }
  expect(loadedWith('undefined')).toContain('prom-client')
  expect(loadedWith('undefined')).not.toContain('@opentelemetry/sdk-trace')
  expect(loadedWith(JSON.stringify(settings))).toContain('@opentelemetry/sdk-trace')
})

test('a traceparent is read as W3C Trace Context has it, and anything else begins a trace of its own', () => {
  const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const read = (text: unknown) => trace.getSpanContext(contextOf(text))
  expect(read(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, traceFlags: 1, isRemote: true })
  expect(read(`00-${traceId}-${spanId}-00`)?.traceFlags).toBe(0)
  // A later version may say more.
  expect(read(`cc-${traceId}-${spanId}-03-more`)?.traceFlags).toBe(1)
  const wrong = [
    undefined,
    '',
    ['00'],
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `00-${traceId}-${spanId}-01${'x'.repeat(10_000)}`,
    { toString: () => `00-${traceId}-${spanId}-01` },
  ]
  for (const text of wrong) expect(contextOf(text), String(text)).toBe(ROOT_CONTEXT)
})

test('outside any work there is no trace to hand on', () => {
  expect(currentTraceparent()).toBeUndefined()
})
