import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { EntriesTaken } from '#domain/api/road.ts'
import type { DriverDay } from '#domain/schema/driver-day.ts'
import { openPhone } from '#server/testing/phone.ts'
import { openApi, type Api } from '../simulate/api.ts'
import { signInDriver, type SimulatedDriver } from '../simulate/fleet.ts'

/** What must never happen. */
class WrongError extends Error {}

/** A phone with a day's work that nobody has heard of yet. */
export type LoadedPhone = Awaited<ReturnType<typeof loadPhone>>

/** A photo of its own, and what an entry says about it. */
export function takePhoto(takenAt: Date) {
  const content = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), randomBytes(20_000)])
  const photo = {
    id: randomUUID() as string,
    sha256: createHash('sha256').update(content).digest('hex'),
    bytes: content.length,
    media_type: 'image/jpeg' as const,
    width: 640,
    height: 480,
    taken_at: takenAt.toISOString(),
    fix: null,
    original: null,
  }
  return { content, photo }
}

/** The person of an access token. */
export const personOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: string }).sub

/** Uploads a photo as the app does. Done also if it had arrived and only the reply was lost. */
export async function uploadPhoto(
  server: string,
  { token, user }: { token: string; user: string },
  [id, body]: [string, Buffer<ArrayBuffer>],
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
  const reply = await fetch(`${server}/storage/v1/object/proofs/${user}/${id}`, { method: 'POST', headers, body })
  const text = await reply.text()
  if (!reply.ok && !/Duplicate|already exists/i.test(text)) throw new Error(`${reply.status} ${text}`)
}

/** Signs a driver in, and writes the whole route into the phone's log, as if there were no network. */
export async function loadPhone(dispatcher: Api, server: string, driver: SimulatedDriver) {
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
    const { content, photo } = takePhoto(new Date())
    files.set(photo.id, content)
    phone.write('departed', at)
    phone.write('arrived', at)
    phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof: { kind: 'photo', photo } })
    phone.write('delivered', { ...at, to: 'recipient' })
  }
  const heard = new Map<string, string>()
  return {
    id: phone.id,
    log: phone.log,
    token,
    user: personOf(token),
    files,
    deliveries,
    heard,
    stored: new Set<string>(),
  }
}

export type SyncCounts = { calls: number; cut: number }

/**
 * Sends what the server has not acknowledged, as the app does: the log in its order, then the photos.
 * @param paceMs about how long to wait between two calls
 */
export async function syncPhone(
  server: string,
  phone: LoadedPhone,
  { counts, signal, paceMs = 0 }: { counts: SyncCounts; signal: AbortSignal; paceMs?: number },
): Promise<void> {
  const headers = { authorization: `Bearer ${phone.token}` }
  while (!signal.aborted) {
    if (paceMs) await delay(randomInt(paceMs * 2), undefined, { signal }).catch(() => {})
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
      await uploadPhoto(server, phone, photo)
      phone.stored.add(photo[0])
    } catch (error) {
      if (error instanceof WrongError) throw error
      counts.cut++
      const isBusy = /^Error: (429|502|503)/.test(String(error))
      if (!signal.aborted && !isBusy && !(error instanceof TypeError)) console.error(String(error).slice(0, 300))
      // A server that is busy says to come later, and the balancer that one broke off. A server takes part of what a workspace asks at the same time.
      await delay(isBusy ? randomInt(1000, 4000) : 200, undefined, { signal }).catch(() => {})
    }
  }
}

/** Every entry is there once, with the outcome that was acknowledged, and every photo is the one that was taken. */
export async function comparePhones(
  dispatcher: Api,
  server: string,
  phones: readonly LoadedPhone[],
): Promise<Record<string, number>> {
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
  return outcomes
}
