import { compareShapes, type Known } from './compare-shapes.ts'
import type { Contract, Operation, Shape } from './contract.ts'

/**
 * What a program that was written for `before` can no longer rely on in `after`, one sentence each. An endpoint may go
 * after the end that was announced for it.
 * @param today such as `2027-01-31`
 */
export function breakingChanges(before: Contract, after: Contract, today: string): string[] {
  const known: Known = { before: before.shapes, after: after.shapes, seen: new Set() }
  const found = Object.entries(before.operations).flatMap(([name, operation]) => {
    const now = after.operations[name]
    if (now) return compareOperations(name, operation, now, known)
    return operation.sunset !== undefined && operation.sunset <= today ? [] : [`${name} is gone.`]
  })
  return [...new Set(found)]
}

function compareOperations(name: string, before: Operation, after: Operation, known: Known): string[] {
  const barred = before.callers.filter((caller) => !after.callers.includes(caller))
  const statuses = Object.keys(before.replies)
  const fields = (part: 'query' | 'headers') =>
    compareShapes(before[part] ?? {}, after[part] ?? {}, { known, of: `${name}, ${part}`, side: 'request' })
  return [
    // Without callers it is open to everybody.
    ...(after.callers.length ? barred.map((caller) => `${name} no longer takes ${callerName(caller)}.`) : []),
    ...(before.callers.length === 0 && after.callers.length ? [`${name} is no longer open to everybody.`] : []),
    ...fields('query'),
    ...fields('headers'),
    ...compareBodies(name, before.body, after.body, known),
    ...statuses
      .filter((status) => !(status in after.replies))
      .map((status) => `${name} no longer answers with status ${status}.`),
    ...Object.keys(after.replies)
      .filter((status) => status.startsWith('2') && !(status in before.replies))
      .map((status) => `${name} now answers with status ${status}.`),
    ...statuses
      .filter((status) => status in after.replies)
      .flatMap((status) =>
        compareShapes(before.replies[status]!, after.replies[status]!, {
          known,
          of: `${name}, reply ${status}`,
          side: 'reply',
        }),
      ),
  ]
}

const callerName = (caller: string) =>
  caller === 'session' ? 'members who signed in' : `API keys with the scope ${caller}`

function compareBodies(name: string, before: Shape | undefined, after: Shape | undefined, known: Known): string[] {
  if (after === undefined) return before === undefined ? [] : [`${name} no longer takes a body.`]
  if (before === undefined) return [`${name} now needs a body.`]
  return compareShapes(before, after, { known, of: `${name}, body`, side: 'request' })
}
