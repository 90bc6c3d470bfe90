import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { zipSync, type Zippable } from 'fflate'

const folder = join(import.meta.dirname, '../../plugins/woocommerce')
/** Zip files know no earlier one. The same files give the same bytes, whenever and wherever they are packed. */
const packedAt = new Date(1980, 0, 1)

/** The WooCommerce plugin as WordPress installs it: one folder, without what only its tests need. */
export function packPlugin(): Buffer {
  const names = globSync('**/*.{php,txt,pot}', { cwd: folder })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !name.startsWith('tests/'))
  const files: Zippable = {}
  for (const name of [...names, 'LICENSE'].toSorted())
    files[`karta-delivery/${name}`] = [readFileSync(join(folder, name)), { mtime: packedAt, level: 9 }]
  return Buffer.from(zipSync(files))
}

/** Serves the plugin to whoever installs it. It is packed when somebody first asks. */
export function registerPluginFile(app: FastifyInstance): void {
  let packed: { zip: Buffer; etag: string } | undefined
  app.get('/plugins/karta-woocommerce.zip', (request, reply) => {
    if (!packed) {
      const zip = packPlugin()
      packed = { zip, etag: `"${createHash('sha256').update(zip).digest('base64url').slice(0, 22)}"` }
    }
    reply.headers({ 'cache-control': 'no-cache', etag: packed.etag })
    if (request.headers['if-none-match']?.includes(packed.etag)) return reply.status(304).send()
    return reply
      .header('content-disposition', 'attachment; filename="karta-woocommerce.zip"')
      .type('application/zip')
      .send(packed.zip)
  })
}
