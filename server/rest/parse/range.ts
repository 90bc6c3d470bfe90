import { RestError } from '../protocol/errors.ts'
import type { Slice } from './query.ts'

/**
 * The header `Range` in items, such as `0-9` or `10-`. Bytes and anything else are not ours and mean nothing.
 * @throws RestError PGRST103
 */
export function parseRange(header: string | undefined): Slice {
  const found = /^(?:items=)?(\d{1,15})-(\d{1,15})?$/.exec(header?.trim() ?? '')
  if (!found) return {}
  const [first, last] = [Number(found[1]), found[2] === undefined ? undefined : Number(found[2])]
  if (last !== undefined && last < first) {
    throw new RestError('PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  return { offset: first, ...(last !== undefined && { limit: last - first + 1 }) }
}
