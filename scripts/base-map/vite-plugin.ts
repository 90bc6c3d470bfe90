import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { buildBaseMap } from './build-base-map.ts'

const id = 'virtual:base-map'
const root = resolve(import.meta.dirname, '../..')

/** Gives pages the address of the packaged base map: `import url from 'virtual:base-map'`. It is built when missing. */
export function baseMap(): Plugin {
  return {
    name: 'karta-base-map',
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export { default } from ${JSON.stringify(`${builtFile()}?url`)}` : undefined,
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
  for (const path of ['package.json', ...globSync('scripts/base-map/*.ts', { cwd: root }).toSorted()]) {
    hash.update(readFileSync(join(root, path)))
  }
  return hash.digest('hex').slice(0, 16)
}
