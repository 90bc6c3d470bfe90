import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { transformWithOxc, type Plugin, type Rolldown } from 'vite'

const source = resolve(import.meta.dirname, '../../web/driver/service-worker/service-worker.ts')

/**
 * Writes the service worker of the driver's app: its code, headed by the list of files that the app starts from, by
 * their common hash, which is the version, and by what it fetches later.
 */
export function serviceWorker(): Plugin {
  let publicDir = ''
  return {
    name: 'karta-driver-service-worker',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      publicDir = config.publicDir
    },
    async generateBundle(_, bundle) {
      const files = [...built(bundle), ...globSync('**/*.*', { cwd: publicDir }).map(publicFile(publicDir))]
      const code = await transformWithOxc(readFileSync(source, 'utf8'), source)
      const hash = createHash('sha256').update(code.code)
      for (const { path, content } of files) hash.update(`${path}\0`).update(content).update('\0')
      const version = hash.digest('hex').slice(0, 16)
      const head = `const version = '${version}'\nconst files = ${JSON.stringify(files.map(({ path }) => path))}\nconst later = ${JSON.stringify(fetchedLater(bundle))}\n`
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: head + code.code })
    },
  }
}

type File = { path: string; content: string | Uint8Array }

/** Everything but the map, which is kept when it was first shown: it is as large as all the rest. */
function built(bundle: Rolldown.OutputBundle): File[] {
  return Object.values(bundle)
    .filter(({ fileName }) => !/\.(map|pmtiles|wasm)$/.test(fileName))
    .filter((file) => !isOfMap(file))
    .map((file) => ({
      path: file.fileName === 'index.html' ? '/driver' : `/driver/${file.fileName}`,
      content: file.type === 'chunk' ? file.code : file.source,
    }))
}

/** What reads codes where the browser does not. */
const fetchedLater = (bundle: Rolldown.OutputBundle) =>
  Object.keys(bundle).flatMap((name) => (name.endsWith('.wasm') ? [`/driver/${name}`] : []))

const isOfMap = (file: Rolldown.OutputAsset | Rolldown.OutputChunk) =>
  file.type === 'chunk' &&
  file.moduleIds.length > 0 &&
  file.moduleIds.every((id) => /web\/map\/|leaflet|pmtiles|protomaps/.test(id))

const publicFile =
  (folder: string) =>
  (path: string): File => ({ path: `/driver/${path.replaceAll('\\', '/')}`, content: readFileSync(join(folder, path)) })
