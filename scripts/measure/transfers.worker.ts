import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

/** Calls to make, several at a time. `{n}` in the address is the number of the call. */
export type Transfers = {
  method: 'POST' | 'GET'
  url: string
  headers: Record<string, string>
  /** Of each upload. Each is different, or else it would be stored once. */
  bytes: number
  count: number
  atOnce: number
}

/** How long it took, and how many bytes came back. */
export type Transferred = { seconds: number; received: number }

const agent = new Agent({ keepAlive: true })

parentPort!.on('message', async (transfers: Transfers) => {
  const body = transfers.method === 'POST' ? randomBytes(transfers.bytes) : undefined
  const start = performance.now()
  let [next, received] = [0, 0]
  const one = async () => {
    while (next < transfers.count) {
      const bytes = await transfer(transfers, next++, body)
      received += bytes
    }
  }
  await Promise.all(Array.from({ length: transfers.atOnce }, one))
  parentPort!.postMessage({ seconds: (performance.now() - start) / 1000, received } satisfies Transferred)
})

function transfer({ method, url, headers }: Transfers, number: number, body: Buffer | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const length = body && { 'content-length': String(body.length), 'content-type': 'application/octet-stream' }
    const call = request(url.replace('{n}', String(number)), { method, agent, headers: { ...headers, ...length } })
    call.on('error', reject).on('response', (reply) => {
      let received = 0
      reply.on('data', (chunk: Buffer) => (received += chunk.length))
      reply.on('error', reject).on('end', () => {
        if (reply.statusCode === 200) resolve(received)
        else reject(new Error(`${method} ${url}: ${reply.statusCode}`))
      })
    })
    if (!body) return call.end()
    const first = Buffer.from(body.subarray(0, Math.min(16, body.length)))
    first.writeUInt32LE((Math.random() * 2 ** 32) >>> 0)
    call.write(first)
    call.end(body.subarray(first.length))
  })
}
