import { SpanKind } from '@opentelemetry/api'
import { mayTell } from './few-lines.ts'
import { nameStatement, type StatementName } from './name-statement.ts'
import type { Observer } from './observer.ts'
import { planOf, type Asked, type Client } from './plan-of.ts'
import { addSpan } from './spans.ts'
import { currentWork } from './work.ts'

const planEveryMs = 3600_000

/** Runs a statement, and notes how long it took under its name. Its values are noted nowhere. */
export async function watchStatement<T>(
  observer: Observer,
  client: Client | undefined,
  asked: Asked,
  run: () => Promise<T>,
): Promise<T> {
  const from = performance.now()
  try {
    const result = await run()
    const slow = note(observer, asked.text, from)
    if (slow) await tell(observer, slow, client && { client, asked })
    return result
  } catch (error) {
    const slow = note(observer, asked.text, from, error)
    // What failed has aborted its transaction, in which nothing more can be asked.
    if (slow) await tell(observer, slow, undefined)
    throw error
  }
}

type Slow = StatementName & { ms: number; failed?: string }

function note({ meters, slow }: Observer, text: string, from: number, error?: unknown): Slow | undefined {
  const named = nameStatement(text)
  const ms = performance.now() - from
  const statement = bounded(meters, named.name)
  meters.statements.observe({ operation: named.operation }, ms / 1000)
  meters.statementSeconds.inc({ statement }, ms / 1000)
  meters.statementCount.inc({ statement })
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': named.operation,
    'db.query.summary': named.name,
    'karta.statement': named.fingerprint,
  }
  addSpan({ name: named.name, from, attributes, error, kind: SpanKind.CLIENT })
  if (ms < slow.milliseconds) return undefined
  meters.slowStatements.inc({ statement })
  return { ...named, ms, ...(error !== undefined && { failed: String((error as { code?: string }).code ?? 'error') }) }
}

const mostNames = 400
const namesOf = new WeakMap<object, Set<string>>()

/** Callers of the data API choose what they read, so the number of names has an end. */
function bounded(meters: object, name: string): string {
  const names = namesOf.get(meters) ?? new Set()
  namesOf.set(meters, names)
  if (names.has(name)) return name
  if (names.size >= mostNames) return 'other'
  names.add(name)
  return name
}

async function tell(observer: Observer, slow: Slow, at: { client: Client; asked: Asked } | undefined): Promise<void> {
  const { name, fingerprint, operation, ms, failed } = slow
  const told = mayTell(observer.lines, fingerprint)
  if (!told) return
  const mayAsk = at && observer.slow.plans && operation === 'select' && isDue(observer, fingerprint)
  const plan = mayAsk ? await planOf(at.client, at.asked) : undefined
  const { kind, name: servedBy } = currentWork() ?? {}
  observer.warn(
    {
      statement: name,
      fingerprint,
      ms: Math.round(ms),
      ...(kind && { [kind === 'request' ? 'endpoint' : 'task']: servedBy }),
      ...(failed && { failed }),
      ...(told.untold > 0 && { untold: told.untold }),
      ...(plan && { plan }),
    },
    'slow statement',
  )
}

function isDue({ plannedAt }: Observer, fingerprint: string): boolean {
  const now = performance.now()
  if (now - (plannedAt.get(fingerprint) ?? -Infinity) < planEveryMs) return false
  // Those that are due anyway need not be known.
  for (const [each, at] of plannedAt) if (now - at >= planEveryMs) plannedAt.delete(each)
  plannedAt.set(fingerprint, now)
  return true
}
