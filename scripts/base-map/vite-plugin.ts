import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildBaseMap } from './build-base-map.ts'

const id = 'virtual:base-map'
const root = resolve(import.meta.dirname, '../..')

/**
 * Gives pages the address of the packaged base map: `import url from 'virtual:base-map'`. It is built when missing. The site
 * writes the file; the other apps name that one, so that it is shipped, and kept by browsers, once.
 */
export function baseMap({ isWritten = false } = {}): Plugin {
  let isBuild = false
  return {
    name: 'karta-base-map',
    configResolved: ({ command }) => void (isBuild = command === 'build'),
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return
      if (!isBuild) return `export { default } from ${JSON.stringify(`${builtFile()}?url`)}`
      const source = readFileSync(builtFile())
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
      const fileName = `assets/base-map-${hash}.pmtiles`
      if (isWritten && this.environment.name === 'client') this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
  }
}

/** The file is kept until its data or the code that builds it changes. */
function builtFile(): string {
  const file = join(root, '.cache/base-map', fingerprint(), 'base-map.pmtiles')
  if (existsSync(file)) return file
  mkdirSync(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  writeFileSync(unfinished, buildBaseMap())
  renameSync(unfinished, file)
  return file
}

function fingerprint(): string {
  const hash = createHash('sha256')
  for (const path of [
    'package.json',
    'domain/coast/unwrap.ts',
    ...globSync('scripts/base-map/*.ts', { cwd: root }).toSorted(),
  ]) {
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}
