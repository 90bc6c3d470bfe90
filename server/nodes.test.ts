import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import type { EntriesTaken } from '#domain/api/road.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { dayOf } from '#domain/time.ts'
import { openClosers } from './closers.ts'
import { startS3Double } from './outside/s3-double.ts'
import { openBalancer } from './testing/balancer.ts'
import { makeDatabase, sealingKey } from './testing/databases.ts'
import { openForwarder } from './testing/forwarder.ts'
import { hasNats, startNats } from './testing/nats.ts'
import { freePorts, openNodes } from './testing/nodes.ts'
import { openPhone } from './testing/phone.ts'
import { call, signUp } from './testing/server-process.ts'

const closers = openClosers()
afterAll(() => closers.close())

const bucket = { bucket: 'karta', region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'test-secret' }

/** Two servers behind a balancer, with everything that they share, and ways to take it from them. */
async function openTwo() {
  const database = await makeDatabase()
  closers.add(database.drop)
  const forwarder = await openForwarder(database.url)
  closers.add(forwarder.close)
  const objects = await startS3Double(bucket, () => new Date())
  closers.add(objects.close)
  const nats = await startNats()
  closers.add(nats.remove)
  const ports = await freePorts(2)
  const balancer = await openBalancer(ports, { askEveryMs: 50 })
  closers.add(balancer.close)
  const nodes = await openNodes({
    count: 2,
    databaseUrl: forwarder.url,
    natsUrl: nats.url,
    publicUrl: balancer.url,
    ports,
    settings: {
      LOG_LEVEL: 'silent',
      KARTA_SEALING_KEY: sealingKey,
      S3_ENDPOINT: objects.url,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    },
  })
  closers.add(nodes.close)
  await nodes.start()
  await balancer.untilReady(2)
  return { url: balancer.url, balancer, forwarder, nats, nodes: nodes.all }
}

type Delivery = { id: string }
type Plan = { id: string; state: string }

/** A driver of a new workspace with a dispatched route of today. */
async function makeRoute(url: string, stops: number) {
  const owner = await signUp(url)
  const ask = <T>(method: string, path: string, body?: unknown) => call<T>(url, owner, method, path, body)
  const { workspace } = await ask<{ workspace: { time_zone: string } }>('GET', '/v1/me')
  const day = dayOf(new Date(), workspace.time_zone)
  const location = { lat: -6.2, lng: 106.83 }
  const depot = { name: 'Depot', address: 'Jl. Medan Merdeka', location, is_default: true }
  await ask('POST', '/v1/depots', { ...depot, opens: '00:00', closes: '23:59' })
  const hours = { shift_start: '00:00', shift_end: '23:59' }
  const driver = await ask<{ id: string }>('POST', '/v1/drivers', { name: 'Budi', ...hours })
  const deliveries: Delivery[] = []
  for (let i = 0; i < stops; i++) {
    const order = { delivery_address: `Jl. Jaksa ${i}`, delivery_location: { lat: -6.2, lng: 106.83 + i / 1000 } }
    deliveries.push(
      await ask('POST', '/v1/deliveries', { ...order, recipient_name: `Recipient ${i}`, scheduled_date: day }),
    )
  }
  const plan = await ask<Plan>('POST', '/v1/plans', { day, driver_ids: [driver.id], time_limit_seconds: 1 })
  while ((await ask<Plan>('GET', `/v1/plans/${plan.id}`)).state !== 'draft') await delay(50)
  await ask('POST', `/v1/plans/${plan.id}/approve`)
  await ask('POST', `/v1/plans/${plan.id}/dispatch`)
  const { link } = await ask<{ link: string }>('POST', `/v1/drivers/${driver.id}/code`)
  const code = { token: link.slice(link.indexOf('#') + 1) }
  const joined = await call<{ session: { access_token: string } }>(url, undefined, 'POST', '/v1/invitations/join', code)
  return { ask, driver, deliveries, token: joined.session.access_token }
}

/** Tries until it succeeds, as a phone does that has no network now and then. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!/fetch failed|^Error: (5\d\d|429)/.test(String(error))) throw error
      await delay(50)
    }
  }
}

test.skipIf(!hasNats)(
  'while servers are killed, restarted and cut off, everything that a phone sends is there once',
  { timeout: 240_000 },
  async () => {
    const { url, balancer, forwarder, nats, nodes } = await openTwo()
    const { ask, driver, deliveries, token } = await makeRoute(url, 6)
    const phone = openPhone(() => new Date())
    await call(url, token, 'POST', '/v1/driver/devices', phone.device)
    const today = await call<DriverDay>(url, token, 'GET', '/v1/driver/day')
    const user = (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub
    const photos = new Map<string, Buffer<ArrayBuffer>>()
    const heard = new Map<string, string>()
    const messages: string[] = []
    const fixes: string[] = []

    /** Sends the log from the last entry but one on, so that something always comes twice. */
    const send = async () => {
      const entries = phone.log.slice(Math.max(0, heard.size - 1))
      const body = { device_id: phone.id, entries }
      const { results } = await untilDone(() => call<EntriesTaken>(url, token, 'POST', '/v1/driver/entries', body))
      for (const { id, outcome } of results) heard.set(id, outcome)
      const recorded_at = new Date().toISOString()
      const pings = [{ recorded_at, lat: -6.2, lng: 106.83 }]
      await untilDone(() => call(url, token, 'POST', '/v1/pings', { pings }))
      fixes.push(recorded_at)
    }
    const upload = async (id: string, body: Buffer<ArrayBuffer>) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
      const path = `${url}/storage/v1/object/proofs/${user}/${id}`
      await untilDone(async () => {
        const reply = await fetch(path, { method: 'POST', headers, body })
        const said = await reply.text()
        if (!reply.ok && !/Duplicate|already exists/i.test(said)) throw new Error(`${reply.status} ${said}`)
      })
    }
    const troubles: (() => Promise<unknown>)[] = [
      async () => {
        await nodes[0]!.kill()
      },
      () => nodes[0]!.start(),
      async () => {
        expect(await nodes[1]!.stop()).toBe(0)
      },
      () => nodes[1]!.start(),
      async () => {
        await nats.stop()
        await balancer.untilReady(0)
        setTimeout(() => void nats.start(), 500)
      },
      async () => {
        forwarder.cut()
        setTimeout(() => forwarder.mend(), 500)
      },
    ]

    phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
    await send()
    const stops = today.routes.flatMap((route) => route.stops).filter(({ delivery }) => delivery)
    expect(stops).toHaveLength(troubles.length)
    for (const [index, stop] of stops.entries()) {
      const at = { stop_id: stop.id, delivery_id: stop.delivery!.id }
      const content = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), randomBytes(2000)])
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
      photos.set(photo.id, content)
      messages.push(randomUUID())
      phone.write('departed', at)
      phone.write('arrived', at)
      phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof: { kind: 'photo', photo } })
      phone.write('message_sent', { message_id: messages.at(-1)!, text: `At ${index}` })
      phone.write('delivered', { ...at, to: 'recipient' })
      // Sends in the middle of the trouble.
      await Promise.all([troubles[index]!(), send(), upload(photo.id, content)])
    }
    await balancer.untilReady(2)
    await send()

    expect([...new Set(heard.values())]).toEqual(['applied'])
    expect([...heard.keys()]).toEqual(phone.log.map(({ id }) => id))
    for (const { id } of deliveries) {
      type History = { chain_intact: boolean; data: { detail: { to?: string } }[] }
      const { chain_intact, data } = await ask<History>('GET', `/v1/deliveries/${id}/events`)
      expect(chain_intact).toBe(true)
      const told = data.map(({ detail }) => detail.to).filter((to) => to === 'arrived' || to === 'delivered')
      expect(told.toSorted()).toEqual(['arrived', 'delivered'])
      const proofs = () =>
        ask<{ data: { photo: { state: string } | null }[] }>('GET', `/v1/deliveries/${id}/proofs`).then((found) =>
          found.data.map((proof) => proof.photo?.state),
        )
      // Whatever a killed server was looking at, another one takes up after a while.
      await expect.poll(proofs, { timeout: 120_000 }).toEqual(['stored'])
    }
    const threads = await ask<{ data: { id: string }[] }>('GET', `/v1/drivers/${driver.id}/messages`)
    expect(threads.data.map(({ id }) => id).toSorted()).toEqual(messages.toSorted())
    expect(await call(url, token, 'GET', '/v1/driver/positions')).toMatchObject({ total: fixes.length })
  },
)
