import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { stringify } from 'yaml'
import { brunoCollection } from '#domain/openapi/bruno.ts'
import { postmanCollection } from '#domain/openapi/postman.ts'
import { pythonClient } from './python/generate.ts'
import { typescriptClient } from './typescript/generate.ts'

type Json = Record<string, unknown>

/**
 * Writes the clients and collections of an OpenAPI document into a folder: `typescript`, `python`, `bruno` and
 * `karta.postman_collection.json`.
 */
export async function writeClients(document: Json, folder: string): Promise<void> {
  const { servers } = document as { servers: [{ url: string }] }
  const url = servers[0].url.replace(/\/v1$/, '')
  write(join(folder, 'typescript'), await typescriptClient(stringify(document, { aliasDuplicateObjects: false })))
  write(join(folder, 'python'), pythonClient(document))
  write(join(folder, 'bruno'), brunoCollection(document, url))
  write(folder, { 'karta.postman_collection.json': `${JSON.stringify(postmanCollection(document, url), null, 2)}\n` })
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
}
