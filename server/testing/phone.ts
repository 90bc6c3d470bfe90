import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { roadEntryHash } from '#domain/road/entry-hash.ts'
import type { RoadData, RoadKind, SentEntry } from '#domain/road/entry.ts'
import type { DeviceKey } from '#domain/schema/device.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** A driver's phone: makes entries of its own log, chained and signed. */
export function openPhone(now: () => Date) {
  const id = randomUUID()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const log: SentEntry[] = []

  function add(
    kind: string,
    data: object,
    said: Partial<Pick<SentEntry, 'at' | 'clock_offset_ms' | 'id' | 'fix'>> = {},
  ) {
    const entry = {
      format: 1 as const,
      id: randomUUID() as string,
      device_id: id,
      sequence: log.length + 1,
      kind,
      at: now().toISOString(),
      clock_offset_ms: 0,
      fix: null,
      data: data as SentEntry['data'],
      previous_hash: log.at(-1)?.hash ?? null,
      ...said,
    }
    const hash = roadEntryHash(entry, sha256)
    const signature = sign('sha256', Buffer.from(hash, 'hex'), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    log.push({ ...entry, hash, signature: signature.toString('base64url') })
    return log.at(-1)!
  }

  return {
    id,
    log,
    device: { id, name: 'Pixel 8', platform: 'Android', public_key: publicKey.export({ format: 'jwk' }) as DeviceKey },
    /** Writes what a driver does into the log. */
    write: <Kind extends RoadKind>(
      kind: Kind,
      data: Partial<RoadData[Kind]>,
      said?: Partial<Pick<SentEntry, 'at' | 'clock_offset_ms' | 'id' | 'fix'>>,
    ) => add(kind, data, said),
    /** The same without looking. */
    writeAnything: add,
  }
}
export type Phone = ReturnType<typeof openPhone>
