import { z } from 'zod'
import { profiles, type Profile } from './profiles.ts'
import type { TravelTable, TravelTables } from './tables.ts'

/*
 * Travel tables as bytes: the length of a header as a 32-bit number, the header as JSON, padded with spaces so that what
 * follows is aligned, and for each of its profiles the seconds and then the meters, row by row. All numbers are 32 bits
 * long with their lowest byte first, as every browser has them.
 */

const Header = z.object({
  places: z.array(z.number()),
  profiles: z.array(z.enum(profiles)),
  type_speeds: z.record(z.string(), z.number()),
})

/** Travel tables as one piece of memory; a plan that drives as the crow flies has none, which is an empty header. */
export function packTravel(tables: TravelTables | null): Uint8Array<ArrayBuffer> {
  const { places = [], typeSpeeds = {}, profiles: known = {} } = tables ?? {}
  const names = Object.keys(known) as Profile[]
  const json = JSON.stringify({ places, profiles: names, type_speeds: typeSpeeds } satisfies z.infer<typeof Header>)
  // It is ASCII.
  const header = Uint8Array.from(json.padEnd(Math.ceil(json.length / 4) * 4), (letter) => letter.charCodeAt(0))
  const parts = names.flatMap((name) => [known[name]!.seconds, known[name]!.meters])
  const bytes = new Uint8Array(4 + header.length + parts.reduce((sum, part) => sum + part.byteLength, 0))
  new DataView(bytes.buffer).setUint32(0, header.length, true)
  bytes.set(header, 4)
  let at = 4 + header.length
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at)
    at += part.byteLength
  }
  return bytes
}

/**
 * Travel tables from their bytes, or null if the plan drives as the crow flies.
 * @throws if they are no travel tables
 */
export function unpackTravel(bytes: ArrayBuffer): TravelTables | null {
  const length = new DataView(bytes).getUint32(0, true)
  const header = Header.parse(JSON.parse(textOf(new Uint8Array(bytes, 4, length))))
  const { places, profiles: names, type_speeds } = header
  if (!names.length) return null
  const cells = places.length ** 2
  let at = 4 + length
  const next = () => {
    const part = new Int32Array(bytes, at, cells)
    at += part.byteLength
    return part
  }
  const known = Object.fromEntries(
    names.map((name): [Profile, TravelTable] => [name, { seconds: next(), meters: next() }]),
  )
  return { places, profiles: known, typeSpeeds: type_speeds }
}

function textOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return text
}
