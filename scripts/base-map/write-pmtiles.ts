import { gzipSync } from 'node:zlib'
import { Compression, TileType, zxyToTileId } from 'pmtiles'

export type Tile = { z: number; x: number; y: number; data: Uint8Array }
type Entry = { id: number; offset: number; length: number; runLength: number }

const headerBytes = 127
/** The header and the root directory must fit into what readers fetch first. */
const rootLimit = 16_384 - headerBytes

/** An archive of vector tiles in the PMTiles format, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
export function writePmtiles(
  tiles: readonly Tile[],
  metadata: Record<string, unknown>,
  largestRoot = rootLimit,
): Buffer {
  const { entries, data, contents } = packTiles(tiles)
  const { root, leaves } = directories(entries, largestRoot)
  const json = gzipSync(JSON.stringify(metadata))
  const header = Buffer.alloc(headerBytes)
  header.write('PMTiles', 'ascii')
  header.writeUInt8(3, 7)
  let at = headerBytes
  for (const [field, part] of [root, json, leaves, data].entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * field)
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * field)
    at += part.length
  }
  for (const [field, count] of [tiles.length, entries.length, contents].entries()) {
    header.writeBigUInt64LE(BigInt(count), 72 + 8 * field)
  }
  const zooms = tiles.map(({ z }) => z)
  header.writeUInt8(1, 96)
  header.writeUInt8(Compression.Gzip, 97)
  header.writeUInt8(Compression.Gzip, 98)
  header.writeUInt8(TileType.Mvt, 99)
  header.writeUInt8(Math.min(...zooms), 100)
  header.writeUInt8(Math.max(...zooms), 101)
  for (const [field, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + 4 * field)
  return Buffer.concat([header, root, json, leaves, data])
}

/** Compresses the tiles in the format's order. Equal tiles are stored once. */
function packTiles(tiles: readonly Tile[]): { entries: Entry[]; data: Buffer; contents: number } {
  const places = new Map<string, { offset: number; length: number }>()
  const parts: Buffer[] = []
  const entries: Entry[] = []
  let end = 0
  const numbered = tiles.map(({ z, x, y, data }) => ({ id: zxyToTileId(z, x, y), data }))
  for (const { id, data } of numbered.toSorted((one, other) => one.id - other.id)) {
    const content = Buffer.from(data).toString('latin1')
    let place = places.get(content)
    if (!place) {
      const part = gzipSync(data, { level: 9 })
      place = { offset: end, length: part.length }
      places.set(content, place)
      parts.push(part)
      end += part.length
    }
    const last = entries.at(-1)
    if (last && last.offset === place.offset && last.id + last.runLength === id) last.runLength += 1
    else entries.push({ id, ...place, runLength: 1 })
  }
  return { entries, data: Buffer.concat(parts), contents: places.size }
}

/** One directory, or a root that points to leaves if one would be too large. */
function directories(entries: Entry[], largestRoot: number): { root: Buffer; leaves: Buffer } {
  const single = directory(entries)
  if (single.length <= largestRoot) return { root: single, leaves: Buffer.alloc(0) }
  for (let size = 4096; ; size *= 2) {
    const leaves: Buffer[] = []
    const pointers: Entry[] = []
    let offset = 0
    for (let from = 0; from < entries.length; from += size) {
      const leaf = directory(entries.slice(from, from + size))
      pointers.push({ id: entries[from]!.id, offset, length: leaf.length, runLength: 0 })
      leaves.push(leaf)
      offset += leaf.length
    }
    const root = directory(pointers)
    if (root.length <= largestRoot) return { root, leaves: Buffer.concat(leaves) }
  }
}

function directory(entries: readonly Entry[]): Buffer {
  const bytes: number[] = []
  const write = (value: number) => {
    let rest = value
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80)
    bytes.push(rest)
  }
  write(entries.length)
  for (const [at, { id }] of entries.entries()) write(id - (entries[at - 1]?.id ?? 0))
  for (const { runLength } of entries) write(runLength)
  for (const { length } of entries) write(length)
  for (const [at, { offset }] of entries.entries()) {
    const before = entries[at - 1]
    // 0 says that the tile follows the one before.
    write(before && before.offset + before.length === offset ? 0 : offset + 1)
  }
  return gzipSync(Buffer.from(bytes), { level: 9 })
}
