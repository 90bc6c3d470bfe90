import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Fails the build if a page became too heavy for a phone with bad reception.
 * @param budget what it may load before it works, as bytes of gzipped JavaScript. The map comes later
 */
export function weighFirstLoad(page: string, budget: number): Plugin {
  return {
    name: 'karta-weight',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const load of firstLoads(bundle)) {
        const bytes = load.reduce((sum, { code }) => sum + gzipSync(code).length, 0)
        const said = `${page} loads ${(bytes / 1000).toFixed(1)} kB of gzipped JavaScript before it works`
        if (bytes > budget) this.error(`${said}, more than its ${budget / 1000} kB.`)
        this.info(`${said}, of ${budget / 1000} kB.`)
      }
    },
  }
}

/** Each entry with all that it imports at once. */
function firstLoads(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[][] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const load = (chunk: Rolldown.OutputChunk | undefined, loaded: Set<Rolldown.OutputChunk>) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.get(name), loaded)
  }
  return [...chunks.values()]
    .filter(({ isEntry }) => isEntry)
    .map((entry) => {
      const loaded = new Set<Rolldown.OutputChunk>()
      load(entry, loaded)
      return [...loaded]
    })
}
