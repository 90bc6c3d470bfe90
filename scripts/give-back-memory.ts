/*
 * Makes freed memory go back to the system. Otherwise glibc keeps freed pieces of up to 32 MB for later: after large bodies
 * or searches, a server would go on holding several hundred MB. With a fixed threshold, each piece from 128 kB on is
 * returned when it is freed. glibc reads the setting before a program starts, so Node starts once more, in the same process.
 */
if (process.platform === 'linux' && process.env.MALLOC_MMAP_THRESHOLD_ === undefined) {
  const env = { ...process.env, MALLOC_MMAP_THRESHOLD_: String(128 * 1024) }
  process.execve?.(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], env as never)
}
