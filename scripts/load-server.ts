import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './tools.ts'

/**
 * Loads the server's modules. The first time compiles them and keeps the result in `build/compiled`, by path, content and
 * version of Node; later starts use it and take half as long. Where the folder cannot be written to, nothing is kept.
 *
 * Root keeps it before it becomes an ordinary user, who must not be able to write what root is going to run.
 */
export async function loadServer(): Promise<void> {
  enableCompileCache(join(root, 'build/compiled'))
  await import('#server/app.ts')
  await import('#server/deps.ts')
  flushCompileCache()
}
