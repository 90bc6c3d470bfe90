// First, because it may start Node once more.
import './memory-settings.ts'
import { buildSite } from './build.ts'
import { loadServer } from './load-server.ts'

// npm sends SIGTERM to the shell in between, and most shells exit without passing it on. Stop in that case too.
if (process.env.npm_lifecycle_event && process.platform !== 'win32') {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250).unref()
}

try {
  await buildSite()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
await loadServer()
// In this process, so that Ctrl+C and SIGTERM reach the server directly.
await import('#server/main.ts')
