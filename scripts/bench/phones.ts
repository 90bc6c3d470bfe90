// npm run bench -- phones [ROUNDS] [PHONES]: kills a server with -9 while phones send their logs and photos, again and again,
// and compares what it said it has with what is there: all of it, each once. It measures nothing and is no test, because it
// takes minutes.
import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { EntriesTaken } from '#domain/api/road.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { openPhone } from '#server/testing/phone.ts'
import { freePort, startServer, temporaryFolder } from '#server/testing/server-process.ts'
import { openApi, type Api } from '../simulate/api.ts'
import { prepareDrivers, signIn, signInDriver, type SimulatedDriver } from '../simulate/fleet.ts'

const [rounds, phoneCount] = [Number(process.argv[2] ?? 8), Number(process.argv[3] ?? 200)]
const stopsEach = 4

const folder = temporaryFolder('phones')
const port = await freePort()
const server = `http://localhost:${port}`
const settings = {
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  RATE_LIMIT_UPLOADS_PER_MINUTE: '1000000',
  AUTH_RATE_LIMIT_TOKEN: '1000000',
  AUTH_RATE_LIMIT_SIGN_UP: '1000000',
  AUTH_RATE_LIMIT_VERIFY: '1000000',
}

/** What must never happen. */
class WrongError extends Error {}

/** A phone with a day's work that nobody has heard of yet. */
type Loaded = Awaited<ReturnType<typeof load>>
const counts = { kills: 0, calls: 0, cut: 0 }
let owner: Api | undefined
const phones: Loaded[] = []
let running: ReturnType<typeof startServer> | undefined

try {
  for (let round = 0; round <= rounds; round++) {
    running = startServer(settings)
    await running.ready
    if (!owner) {
      const how = {
        server,
        drivers: phoneCount,
        stops: stopsEach,
        seed: 1,
        email: 'bench@example.com',
        password: randomUUID(),
      }
      owner = await signIn(how)
      const drivers = await prepareDrivers(owner, how, console.log)
      for (const driver of drivers) phones.push(await load(owner, driver))
      console.log(
        `${phones.length} phones have ${sum((each) => each.log.length)} entries and ${sum((each) => each.files.size)} photos.`,
      )
    }
    const stopped = new AbortController()
    const all = Promise.all(phones.map((phone) => sync(phone, stopped.signal)))
    if (round === rounds) {
      await all
      await compare(owner)
      running.child.kill('SIGTERM')
      await running.ended
      break
    }
    await Promise.race([delay(randomInt(500, 6000)), all])
    running.child.kill('SIGKILL')
    counts.kills++
    stopped.abort()
    await all
    await running.ended
    console.log(
      `round ${round}: ${sum((each) => each.heard.size)} entries and ${sum((each) => each.stored.size)} photos acknowledged`,
    )
  }
} finally {
  running?.child.kill('SIGKILL')
  await running?.ended
  rmSync(folder, { recursive: true, force: true })
}

function sum(pick: (phone: Loaded) => number): number {
  return phones.reduce((total, phone) => total + pick(phone), 0)
}

/** Signs a driver in, and writes the whole route into the phone's log, as if there were no network. */
async function load(dispatcher: Api, driver: SimulatedDriver) {
  const { api, token } = await signInDriver(dispatcher, server, driver)
  const phone = openPhone(() => new Date())
  await api.call('POST', '/v1/driver/devices', phone.device)
  const day = await api.call<DriverDay>('GET', '/v1/driver/day')
  const files = new Map<string, Buffer<ArrayBuffer>>()
  const deliveries: string[] = []
  phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  for (const { id: stop_id, delivery } of day.routes.flatMap(({ stops }) => stops)) {
    if (!delivery) continue
    const at = { stop_id, delivery_id: delivery.id }
    deliveries.push(delivery.id)
    const content = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), randomBytes(20_000)])
    const photo = {
      id: randomUUID(),
      sha256: createHash('sha256').update(content).digest('hex'),
      bytes: content.length,
      media_type: 'image/jpeg' as const,
      width: 640,
      height: 480,
      taken_at: new Date().toISOString(),
      fix: null,
      original: null,
    }
    files.set(photo.id, content)
    phone.write('departed', at)
    phone.write('arrived', at)
    phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof: { kind: 'photo', photo } })
    phone.write('delivered', { ...at, to: 'recipient' })
  }
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }
  const heard = new Map<string, string>()
  return { id: phone.id, log: phone.log, token, user: sub, files, deliveries, heard, stored: new Set<string>() }
}

/** Sends what the server has not acknowledged, as the app does: the log in its order, then the photos. */
async function sync(phone: Loaded, signal: AbortSignal): Promise<void> {
  const headers = { authorization: `Bearer ${phone.token}` }
  while (!signal.aborted) {
    counts.calls++
    try {
      const next = phone.log.findIndex(({ id }) => !phone.heard.has(id))
      if (next >= 0) {
        // Now and then some of it comes again.
        const from = Math.max(0, next - randomInt(4))
        const body = JSON.stringify({ device_id: phone.id, entries: phone.log.slice(from, from + randomInt(3, 9)) })
        const how = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
        const reply = await fetch(`${server}/v1/driver/entries`, how)
        if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
        for (const { id, outcome } of ((await reply.json()) as EntriesTaken).results) {
          const before = phone.heard.get(id)
          if (before !== undefined && before !== outcome)
            throw new WrongError(`${id} was ${before}, and is ${outcome} now`)
          phone.heard.set(id, outcome)
        }
        continue
      }
      const [photo] = [...phone.files].filter(([id]) => !phone.stored.has(id))
      if (!photo) return
      const [id, body] = photo
      const how = { method: 'POST', headers: { ...headers, 'content-type': 'image/jpeg' }, body }
      const reply = await fetch(`${server}/storage/v1/object/proofs/${phone.user}/${id}`, how)
      const text = await reply.text()
      // It had arrived, and only the reply was lost.
      if (!reply.ok && !/Duplicate|already exists/i.test(text)) throw new Error(`${reply.status} ${text}`)
      phone.stored.add(id)
    } catch (error) {
      if (error instanceof WrongError) throw error
      counts.cut++
      const isBusy = /^Error: (429|503)/.test(String(error))
      if (!signal.aborted && !isBusy && !(error instanceof TypeError)) console.error(String(error).slice(0, 300))
      // A server that is busy says to come later. It takes part of what a workspace asks at the same time.
      await delay(isBusy ? randomInt(1000, 4000) : 200, undefined, { signal }).catch(() => {})
    }
  }
}

/** Every entry is there once, with the outcome that was acknowledged, and every photo is the one that was taken. */
async function compare(dispatcher: Api): Promise<void> {
  const outcomes: Record<string, number> = {}
  for (const phone of phones) {
    const api = openApi(server, phone.token)
    const body = { device_id: phone.id, entries: phone.log }
    const { results, next_sequence } = await api.call<EntriesTaken>('POST', '/v1/driver/entries', body)
    if (next_sequence !== phone.log.length + 1) throw new Error(`A log goes on at ${next_sequence}`)
    for (const { id, outcome } of results) {
      if (phone.heard.get(id) !== outcome) throw new Error(`${id} was ${phone.heard.get(id)}, and is ${outcome} now`)
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
    for (const id of phone.deliveries) {
      type History = { chain_intact: boolean; data: { kind: string; detail: { to?: string } }[] }
      const history = await dispatcher.call<History>('GET', `/v1/deliveries/${id}/events`)
      const count = (status: string) => history.data.filter(({ detail }) => detail.to === status).length
      const said = ['in_transit', 'arrived', 'delivered'].map(count)
      type Proofs = { data: { photo: { state: string } | null }[] }
      const look = async () =>
        (await dispatcher.call<Proofs>('GET', `/v1/deliveries/${id}/proofs`)).data.map(({ photo }) => photo?.state)
      let states = await look()
      // The server looks at files after they have arrived.
      for (let tries = 0; tries < 60 && states.includes('expected'); tries++) {
        await delay(1000)
        states = await look()
      }
      if (!history.chain_intact || said.join() !== '1,1,1' || states.join() !== 'stored') {
        throw new Error(`${id}: chain ${history.chain_intact}, statuses ${said.join()}, photos ${states.join()}`)
      }
    }
  }
  console.log(
    `${phones.length} phones, ${counts.kills} kills, ${counts.calls} calls of which ${counts.cut} were cut off: ${JSON.stringify(outcomes)}; each entry and each photo is there once, and every history is whole`,
  )
}
