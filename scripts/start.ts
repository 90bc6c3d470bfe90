import { buildSite } from './build.ts'

try {
  await buildSite()
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
// In this same process, so that Ctrl+C and SIGTERM reach the server itself.
await import('#server/main.ts')
