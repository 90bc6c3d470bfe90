import { flushCompileCache } from 'node:module'
import { keepCompiled } from './keep-compiled.ts'

/**
 * Loads the modules of the server and of the threads that plan. The first time compiles them; later starts find them compiled
 * and take half as long.
 *
 * Root keeps them before it becomes an ordinary user, who must not be able to write what root is going to run.
 */
export async function loadServer(): Promise<void> {
  keepCompiled()
  await import('#server/app.ts')
  await import('#server/deps.ts')
  await import('#server/engine/engine.worker.ts')
  flushCompileCache()
}
