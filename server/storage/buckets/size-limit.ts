import { StorageError } from '../protocol/errors.ts'

const units: Record<string, number> = { b: 1, kb: 2 ** 10, mb: 2 ** 20, gb: 2 ** 30, tb: 2 ** 40, pb: 2 ** 50 }

/**
 * The most bytes that an object in a bucket may have: a number, or a text such as `20mb` or `1.5GB`. Null for no limit.
 * @throws StorageError `bad_request`
 */
export function readSizeLimit(limit: number | string | null | undefined): number | null {
  if (limit === null || limit === undefined) return null
  const [, amount, unit = 'b'] = /^\s*(\d+(?:\.\d+)?)\s*([kmgtp]?b)?\s*$/i.exec(String(limit)) ?? []
  const bytes = Math.floor(Number(amount) * units[unit.toLowerCase()]!)
  if (amount === undefined || !Number.isSafeInteger(bytes)) {
    throw new StorageError('bad_request', 'body/file_size_limit must be a number of bytes, or a size such as 20MB')
  }
  return bytes
}
