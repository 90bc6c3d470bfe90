import { setTimeout as delay } from 'node:timers/promises'
import type { EntriesTaken } from '#domain/api/road.ts'
import type { Delivery } from '#domain/schema/delivery.ts'
import type { Message } from '#domain/schema/message.ts'
import type { Api } from '../simulate/api.ts'
import type { DrivenDay } from '../simulate/drive.ts'
import type { ManyNodes } from './many-nodes.ts'

export type DriverOfDay = { id: string; user: string; api: Api; day: DrivenDay }

type Expected = {
  driven: readonly DriverOfDay[]
  /** What was written to each driver. */
  sent: ReadonlyMap<string, string>
  /** How often the provider of texts took one for each number. */
  texts: () => Promise<Record<string, number>>
}

const mostEntries = 100
const patienceSeconds = 120

/** Compares what phones, dispatchers and recipients know of a day with the servers. Returns what is wrong. */
export async function compareDay(owner: Api, setup: ManyNodes, expected: Expected): Promise<string[]> {
  const wrong: string[] = []
  const found = { deliveries: 0, entries: 0, photos: 0, messages: 0 }
  await settled(setup)
  const deliveries = await listDeliveries(owner)
  const ended = new Map<string, string>()
  for (const { id, api, day } of expected.driven) {
    const name = `driver ${id}`
    found.entries += day.log.length
    wrong.push(...(await compareLog(name, api, day)))
    const entries = day.log as readonly { kind: string; data: Record<string, unknown> }[]
    const of = (kind: string) => entries.filter((entry) => entry.kind === kind)
    for (const kind of ['delivered', 'failed', 'picked_up'])
      for (const { data } of of(kind)) ended.set(String(data.delivery_id), kind)
    const photos = Map.groupBy(of('proof_taken'), ({ data }) => String(data.delivery_id))
    for (const [deliveryId, taken] of photos) {
      const proofs = await owner.call<{ data: { photo: { state: string } | null }[] }>(
        'GET',
        `/v1/deliveries/${deliveryId}/proofs`,
      )
      const states = proofs.data.map(({ photo }) => photo?.state ?? 'none')
      found.photos += states.length
      if (states.join() !== taken.map(() => 'stored').join())
        wrong.push(`delivery ${deliveryId} has photos ${states.join()} instead of ${taken.length}`)
    }
    const messages = await listMessages(owner, id)
    found.messages += messages.length
    const written = of('message_sent').map(({ data }) => String(data.message_id))
    const byDriver = messages.filter(({ from }) => from === 'driver').map((message) => message.id)
    if (written.toSorted().join() !== byDriver.toSorted().join())
      wrong.push(`${name} wrote ${written.length} messages, and ${byDriver.length} are there`)
    const toDriver = messages.filter(({ from, text }) => from !== 'driver' && text === expected.sent.get(id)).length
    if (toDriver !== 1) wrong.push(`${name} has the message of dispatch ${toDriver} times`)
  }
  for (const delivery of deliveries) {
    found.deliveries++
    wrong.push(...(await compareHistory(owner, delivery, ended.get(delivery.id))))
  }
  const taken = await expected.texts()
  // One when the plan is dispatched, and one when the delivery ends.
  const numbers = new Map(
    deliveries.map(({ id, recipient_phone, driver_id }) => [recipient_phone!, ended.has(id) ? 2 : driver_id ? 1 : 0]),
  )
  for (const [phone, times] of numbers)
    if ((taken[phone] ?? 0) !== times) wrong.push(`${phone} got ${taken[phone] ?? 0} texts instead of ${times}`)
  const texts = Object.values(taken).reduce((sum, each) => sum + each, 0)
  console.log(
    `compared ${found.deliveries} deliveries, ${ended.size} of them ended, ${found.entries} entries, ${found.photos} photos, ${found.messages} messages and ${texts} texts`,
  )
  return wrong
}

/** Waits until all that follows from what was sent is done: texts are handed over, and photos looked at. */
async function settled(setup: ManyNodes): Promise<void> {
  await setup.asOwner(async (pool) => {
    for (let waited = 0; ; waited++) {
      const { rows } = await pool.query<Record<'outbox' | 'texts' | 'photos', number>>(`
        select (select count(*) from notification_outbox)::int as outbox,
          (select count(*) from notifications where state in ('waiting', 'handing_over', 'unknown'))::int as texts,
          (select count(*) from photos where state = 'expected')::int as photos`)
      if (Object.values(rows[0]!).every((count) => count === 0)) return
      if (waited >= patienceSeconds) return console.log(`after ${patienceSeconds} s: ${JSON.stringify(rows[0])} left`)
      await delay(1000)
    }
  })
}

/** Sends a whole log once more: each entry is known, with the outcome that the phone was told, and none is missing. */
async function compareLog(name: string, api: Api, { deviceId, log, heard }: DrivenDay): Promise<string[]> {
  const wrong: string[] = []
  let next = 1
  for (let from = 0; from < log.length; from += mostEntries) {
    const body = { device_id: deviceId, entries: log.slice(from, from + mostEntries) }
    const { results, next_sequence } = await api.call<EntriesTaken>('POST', '/v1/driver/entries', body)
    next = next_sequence
    for (const { id, outcome } of results)
      if (heard.get(id) !== outcome) wrong.push(`${name}: entry ${id} was ${heard.get(id)}, and is ${outcome} now`)
  }
  if (next !== log.length + 1) wrong.push(`${name}: the log goes on at ${next} after ${log.length} entries`)
  return wrong
}

const changes: Record<string, string[]> = {
  delivered: ['in_transit', 'arrived', 'delivered'],
  failed: ['in_transit', 'arrived', 'failed'],
  picked_up: ['picked_up'],
}

async function compareHistory(owner: Api, { id, status }: Delivery, end: string | undefined): Promise<string[]> {
  type History = { chain_intact: boolean; data: { detail: { to?: string } }[] }
  const history = await owner.call<History>('GET', `/v1/deliveries/${id}/events`)
  const wrong = history.chain_intact ? [] : [`delivery ${id} has a broken history`]
  for (const to of end ? changes[end]! : []) {
    const times = history.data.filter(({ detail }) => detail.to === to).length
    if (times !== 1) wrong.push(`delivery ${id} became ${to} ${times} times`)
  }
  if (end && status !== end) wrong.push(`delivery ${id} is ${status} instead of ${end}`)
  return wrong
}

async function listDeliveries(owner: Api): Promise<Delivery[]> {
  const all: Delivery[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor && `&cursor=${encodeURIComponent(cursor)}`
    const page = await owner.call<{ data: Delivery[]; next_cursor: string | null }>(
      'GET',
      `/v1/deliveries?limit=200${after}`,
    )
    all.push(...page.data)
    cursor = page.next_cursor
  }
  return all
}

const listMessages = async (owner: Api, driverId: string): Promise<Message[]> =>
  (await owner.call<{ data: Message[] }>('GET', `/v1/drivers/${driverId}/messages?limit=200`)).data
