import { buildSite } from './build.ts'

// npm passes a SIGTERM to the shell between it and us, and most shells end without passing it on: then stop as well.
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
// In this same process, so that Ctrl+C and SIGTERM reach the server itself.
await import('#server/main.ts')
