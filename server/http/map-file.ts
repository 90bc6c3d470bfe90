import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { bytesToHeader, TileType } from 'pmtiles'
import { StartError } from '../start-error.ts'

type MapFile = { path: string } | { url: string }

const prefix = '/map/'
const headerBytes = 127

/** Where pages find the map file, if there is one. */
export function mapFileUrl(file: MapFile | undefined): string | undefined {
  if (!file) return undefined
  return 'url' in file ? file.url : `${prefix}${encodeURIComponent(basename(file.path))}`
}

/** Serves the operator's map file, of which pages read the parts they show. */
export async function registerMapFile(app: FastifyInstance, path: string): Promise<void> {
  await checkMapFile(path)
  const name = basename(path)
  await app.register(fastifyStatic, {
    root: dirname(path),
    prefix,
    decorateReply: false,
    index: false,
    dotfiles: 'allow',
    // The file, and nothing else of its folder.
    allowedPath: (requested) => requested === `/${name}`,
    setHeaders(response) {
      response.header('content-type', 'application/octet-stream')
      response.header('cache-control', 'no-cache')
    },
  })
}

/** @throws StartError if the file is missing, or is not a map that pages can draw. */
export async function checkMapFile(path: string): Promise<void> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`MAP_FILE cannot be read: ${path} (${error.code ?? error.message}).`)
  })
  try {
    const { buffer } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0)
    const isArchive = buffer.toString('latin1', 0, 7) === 'PMTiles' && buffer.readUInt8(7) === 3
    if (!isArchive) throw new StartError(`MAP_FILE is not a PMTiles file of version 3: ${path}.`)
    const { tileType } = bytesToHeader(Uint8Array.from(buffer).buffer)
    if (tileType !== TileType.Mvt) throw new StartError(`MAP_FILE contains no vector tiles: ${path}.`)
  } finally {
    await file.close()
  }
}
