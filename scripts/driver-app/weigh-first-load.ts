import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/** What the app may load before it works, as bytes of gzipped JavaScript. The map comes later. */
export const firstLoadBudget = 120_000

/** Fails the build if the driver's app became too heavy for a phone with bad reception. */
export function weighFirstLoad(): Plugin {
  return {
    name: 'karta-driver-weight',
    apply: 'build',
    generateBundle(_, bundle) {
      const bytes = firstLoad(bundle).reduce((sum, { code }) => sum + gzipSync(code).length, 0)
      const said = `The driver's app loads ${(bytes / 1000).toFixed(1)} kB of gzipped JavaScript before it works`
      if (bytes > firstLoadBudget) this.error(`${said}, more than its ${firstLoadBudget / 1000} kB.`)
      this.info(`${said}, of ${firstLoadBudget / 1000} kB.`)
    },
  }
}

/** The entry and all that it imports at once. */
function firstLoad(bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const loaded = new Set<Rolldown.OutputChunk>()
  const load = (chunk: Rolldown.OutputChunk | undefined) => {
    if (!chunk || loaded.has(chunk)) return
    loaded.add(chunk)
    for (const name of chunk.imports) load(chunks.get(name))
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) load(chunk)
  return [...loaded]
}
