// npm run bench -- kills [ROUNDS]: kills a server with -9 in the middle of uploads, again and again, and compares metadata
// with contents. It measures nothing and is no test, because it takes minutes.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, signUp, startServer, temporaryFolder } from '#server/testing/server-process.ts'

const rounds = Number(process.argv[2] ?? 20)
const uploaders = 6
const largestBytes = 3_000_000

const folder = temporaryFolder('kills')
const port = await freePort()
const base = `http://localhost:${port}`
/** What the server said it has stored, by name. */
const acknowledged = new Map<string, string>()
const counts = { uploads: 0, cut: 0, objects: 0, unknown: 0 }
let token: string | undefined

try {
  for (let round = 0; round <= rounds; round++) {
    const server = startServer({ PORT: String(port), DATA_DIR: join(folder, 'data') })
    await server.ready
    if (token === undefined) {
      token = await signUp(base)
      await call('POST', '/bucket', JSON.stringify({ name: 'kills' }), { 'content-type': 'application/json' })
    }
    await compare(round)
    if (round === rounds) {
      server.child.kill('SIGTERM')
      await server.ended
      break
    }
    const stopped = new AbortController()
    const all = Promise.all(Array.from({ length: uploaders }, () => upload(stopped.signal)))
    await delay(randomInt(200, 1500))
    server.child.kill('SIGKILL')
    stopped.abort()
    await all
    await server.ended
  }
  console.log(
    `${rounds} kills: ${counts.uploads} uploads acknowledged, ${counts.cut} cut off, ${counts.unknown} of these stored all the same; in the end ${counts.objects} objects, each as its hash says, and nothing half written`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function call(
  method: string,
  path: string,
  body?: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) {
  return fetch(`${base}/storage/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(body !== undefined && { body }),
  })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Uploads new objects, and now and then the same content under another name, until the server is gone. */
async function upload(signal: AbortSignal): Promise<void> {
  let bytes: Buffer<ArrayBuffer> = randomBytes(1000)
  while (!signal.aborted) {
    if (randomInt(4) > 0) bytes = randomBytes(randomInt(1, largestBytes))
    // The name says what the content must be, even if nobody hears of it.
    const name = `${hashOf(bytes)}-${randomUUID()}`
    const reply = await call('POST', `/object/kills/${name}`, bytes).catch(() => undefined)
    const done = reply?.ok && (await reply.text().catch(() => undefined))
    if (done) {
      acknowledged.set(name, hashOf(bytes))
      counts.uploads++
    } else {
      counts.cut++
    }
  }
}

/** Every object that is listed has its content, and nothing that was acknowledged is missing. */
async function compare(round: number): Promise<void> {
  const listed: string[] = []
  for (let offset = 0; ; offset += 1000) {
    const body = JSON.stringify({ prefix: '', limit: 1000, offset })
    const page = await call('POST', '/object/list/kills', body, { 'content-type': 'application/json' })
    const names = ((await page.json()) as { name: string }[]).map(({ name }) => name)
    listed.push(...names)
    if (names.length < 1000) break
  }
  const missing = [...acknowledged.keys()].filter((name) => !listed.includes(name))
  if (missing.length > 0) throw new Error(`${missing.length} acknowledged uploads are gone`)
  for (const name of listed) {
    const reply = await call('GET', `/object/kills/${name}`)
    const content = Buffer.from(await reply.arrayBuffer())
    if (!reply.ok || hashOf(content) !== name.slice(0, 64)) throw new Error(`${name} is not what was uploaded`)
  }
  const arriving = readdirSync(join(folder, 'data', 'objects', 'arriving'))
  if (arriving.length > 0) throw new Error(`${arriving.length} files were left behind`)
  counts.objects = listed.length
  counts.unknown = listed.length - acknowledged.size
  console.log(`round ${round}: ${listed.length} objects, all whole`)
}
