import type { Side } from './contract.ts'

type Scalar = { type: string; min: number; max: number; form: string }

/** What of `string 1..100 uuid` a program can no longer send, or rely on in what it reads. */
export function compareScalars(before: string, after: string, { of, side }: { of: string; side: Side }): string[] {
  const [was, is] = [read(before), read(after)]
  const isFit = side === 'request' ? takes(is.type, was.type) : takes(was.type, is.type)
  if (!isFit) return [`${of} was ${before}, and is ${after} now.`]
  if (side === 'reply') return []
  return [
    ...(is.min > was.min
      ? [`${of} is at least ${is.min} now, not ${Number.isFinite(was.min) ? was.min : 'anything'}.`]
      : []),
    ...(is.max < was.max
      ? [`${of} is at most ${is.max} now, not ${Number.isFinite(was.max) ? was.max : 'anything'}.`]
      : []),
    ...(is.form && is.form !== was.form ? [`${of} has to be ${is.form} now.`] : []),
  ]
}

/** Whether whoever takes `type` can take `given`. */
const takes = (type: string, given: string) =>
  type === given || type === 'anything' || (type === 'number' && given === 'integer')

function read(text: string): Scalar {
  const [, type = '', min, max, form = ''] = /^(\S+)(?: (-?[\d.e+-]*?)\.\.(-?[\d.e+-]*))?(?: (.*))?$/.exec(text)!
  return { type, min: min ? Number(min) : -Infinity, max: max ? Number(max) : Infinity, form }
}
