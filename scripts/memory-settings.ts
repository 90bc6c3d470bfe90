/*
 * How glibc handles large pieces of memory. It reads its settings before a program starts, so Node starts once more, in the
 * same process.
 *
 * Freed memory goes back to the system. Otherwise glibc keeps freed pieces of up to 32 MB for later: after large bodies or
 * searches, a server would go on holding several hundred MB. With a fixed threshold, each piece from 128 kB on is returned
 * when it is freed.
 *
 * Travel tables get pages of 2 MB where Linux offers them. Searches read all over these tables, and with pages of 4 kB, a
 * large one has more pages than the processor keeps track of (in its TLB).
 */
const settings = 'glibc.malloc.mmap_threshold=131072:glibc.malloc.hugetlb=1'

if (process.platform === 'linux' && process.env.GLIBC_TUNABLES === undefined) {
  const env = { ...process.env, GLIBC_TUNABLES: settings }
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env as never)
}
