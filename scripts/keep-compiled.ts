import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { root } from './tools.ts'

/**
 * Has this process and the threads that it starts keep their compiled modules in `build/compiled`, by path, content and version
 * of Node. Where the folder cannot be written to, nothing is kept.
 *
 * A search is a tenth faster in a thread that finds its modules compiled: to read TypeScript, Node takes a buffer away from
 * its array, and from then on V8 makes sure, at each access to any array of numbers, that this has not happened to that one.
 */
export function keepCompiled(): void {
  // This is how threads learn of the folder.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'build/compiled')
  enableCompileCache(process.env.NODE_COMPILE_CACHE)
}
