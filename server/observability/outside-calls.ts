import { SpanKind } from '@opentelemetry/api'
import type { Observer } from './observer.ts'
import { addSpanAnyway } from './spans.ts'

/** Services that Karta calls, by what they are for. Whose they are is not said: names of hosts may name customers. */
export type Service = 'mail' | 'sms' | 'push' | 'webhook' | 'geocoder' | 'routing' | 'payments' | 'shop'

const channels: Service[] = ['mail', 'sms', 'push', 'webhook']

/** The same object, and the observer sees each of its calls that takes time. */
export function watched<T extends object>(observer: Observer, service: Service, calls: T): T {
  return new Proxy(calls, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const from = performance.now()
        const result: unknown = Reflect.apply(value, target, args)
        return result instanceof Promise
          ? watchCall(observer, { service, operation: String(key), from }, result)
          : result
      }
    },
  })
}

type Call = { service: Service; operation: string; from: number }

/** Notes how a call of another service ends, and how long it took. */
export async function watchCall<T>(observer: Observer, call: Call, result: Promise<T>): Promise<T> {
  try {
    const answer = await result
    note(observer, call, failureIn(answer))
    return answer
  } catch (error) {
    note(observer, call, error)
    throw error
  }
}

/** A webhook's failure is an answer, and so is a browser that is gone. */
function failureIn(answer: unknown): unknown {
  if (answer === 'gone') return new Error('gone')
  const { failure } = (answer ?? {}) as { failure?: unknown }
  return typeof failure === 'string' ? new Error('refused') : undefined
}

function note({ meters, tracer }: Observer, { service, operation, from }: Call, error: unknown): void {
  const outcome = error === undefined ? 'done' : 'failed'
  meters.calls.observe({ service, outcome }, (performance.now() - from) / 1000)
  const isMessage = channels.includes(service) && (operation === 'send' || operation === 'post')
  if (isMessage && error === undefined) meters.messages.inc({ channel: service })
  addSpanAnyway(tracer, {
    name: `${service} ${operation}`,
    from,
    attributes: { 'karta.service': service },
    error,
    kind: SpanKind.CLIENT,
  })
}
