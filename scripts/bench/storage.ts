/*
 * Uploads and downloads through /storage/v1 against a bare Fastify server that writes what comes in to a file, without
 * flushing, and reads it. Both are in this process, and their client is in a thread of its own.
 */
import { createReadStream, createWriteStream, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import Fastify from 'fastify'
import { runApp, send } from '../measure/running-app.ts'
import type { Transferred, Transfers } from '../measure/transfers.worker.ts'
import { throwAwayFolder } from '../throw-away.ts'

const largeBytes = 32 * 1024 * 1024
const large = { count: 12, bytes: largeBytes, atOnce: 3 }
const small = { count: 1500, bytes: 20_000, atOnce: 8 }
const rounds = 5

const karta = await runApp()
const { token } = await karta.makeOwner()
const folder = throwAwayFolder('bench')
const bare = Fastify({ bodyLimit: largeBytes })
bare.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
bare.post<{ Params: { name: string }; Body: Readable }>('/:name', async ({ params, body }) => {
  await pipeline(body, createWriteStream(join(folder, params.name)))
  return { stored: true }
})
bare.get<{ Params: { name: string } }>('/:name', ({ params }, reply) =>
  reply.send(createReadStream(join(folder, params.name))),
)
await bare.listen({ port: 0, host: '127.0.0.1' })

const bareUrl = `http://127.0.0.1:${(bare.server.address() as AddressInfo).port}`
const objectUrl = `${karta.url}/storage/v1/object/bench`
const client = new Worker(new URL('../measure/transfers.worker.ts', import.meta.url))

try {
  await send(`${karta.url}/storage/v1/bucket`, token, 'POST', { name: 'bench' })
  await compare('upload of 32 MB', large, 'POST')
  await compare('download of 32 MB', large, 'GET')
  await compare('upload of 20 kB', small, 'POST')
  await compare('download of 20 kB', small, 'GET')
  await putAlone()
} finally {
  await client.terminate()
  await bare.close()
  await karta.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Size = Pick<Transfers, 'count' | 'bytes' | 'atOnce'>

/** In turn, so that both meet the same machine. Prints the medians. */
async function compare(what: string, size: Size, method: Transfers['method']): Promise<void> {
  const [ours, theirs]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    // Downloads read what the first round of uploads has stored.
    const name = `${size.bytes}-${method === 'POST' ? round : 0}-{n}`
    theirs!.push(await transfer({ ...size, method, url: `${bareUrl}/${name}`, headers: {} }))
    const headers = { authorization: `Bearer ${token}` }
    ours!.push(await transfer({ ...size, method, url: `${objectUrl}/${name}`, headers }))
  }
  const [mine, other] = [median(ours!), median(theirs!)]
  const isLarge = size.bytes === largeBytes
  const shown = (perSecond: number) =>
    isLarge ? `${((perSecond * size.bytes) / 1e6).toFixed(0)} MB/s` : `${perSecond.toFixed(0)} objects/s`
  console.log(`${what}: ${shown(mine)}, bare ${shown(other)}, ${((mine / other) * 100).toFixed(0)} %`)
}

/** @returns calls per second */
async function transfer(transfers: Transfers): Promise<number> {
  const answer = Promise.withResolvers<Transferred>()
  client.once('message', answer.resolve).once('error', answer.reject)
  client.postMessage(transfers)
  const { seconds, received } = await answer.promise
  client.off('error', answer.reject)
  if (transfers.method === 'GET' && received !== transfers.count * transfers.bytes) throw new Error('bytes are missing')
  return transfers.count / seconds
}

/** The store without HTTP and without rows of objects: hashing, writing and flushing. */
async function putAlone(): Promise<void> {
  const bytes = randomBytes(largeBytes)
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    bytes.writeUInt32LE(round)
    const pieces = Array.from({ length: largeBytes / 65_536 }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    )
    const start = performance.now()
    await karta.deps.objects.put(Readable.from(pieces), { maxBytes: largeBytes })
    seconds.push((performance.now() - start) / 1000)
  }
  console.log(`the store alone, one at a time: ${(largeBytes / 1e6 / median(seconds)).toFixed(0)} MB/s`)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}
