// npm run bench -- offline: three days without a network come back: 200 stops and 300 photos of one phone, and the calls that
// bring them. It sends to a server in this process only.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { Photo } from '#domain/road/entry.ts'
import type { EntriesTaken } from '#domain/api/road.ts'
import { openPhone } from '#server/testing/phone.ts'
import { runningDay } from '../measure/road-day.ts'
import { runApp, send } from '../measure/running-app.ts'

const [stopCount, photoCount, photoBytes, perCall] = [200, 300, 200_000, 200]
const hours = 72
const begun = Date.now() - hours * 3_600_000

const app = await runApp()
try {
  const { driver, stops, route } = await runningDay(app, stopCount)
  let clock = begun
  const phone = openPhone(() => new Date(clock))
  await send(`${app.url}/v1/driver/devices`, driver.token, 'POST', phone.device)
  const files = new Map<string, Buffer<ArrayBuffer>>()
  const takePhoto = (): Photo => {
    // The beginning of a JPEG; the rest is as little use to a compressor as a photo's.
    const content = Buffer.concat([
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      randomBytes(photoBytes),
    ])
    const id = randomUUID()
    files.set(id, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const taken_at = new Date(clock).toISOString()
    const size = { bytes: content.length, media_type: 'image/jpeg' as const, width: 1600, height: 1200 }
    return { id, sha256, ...size, taken_at, fix: null, original: null }
  }

  phone.write('route_received', { route_id: route.id })
  phone.write('shift_started', { shift_id: randomUUID(), vehicle_id: null })
  for (const [index, { id: stop_id, delivery_id }] of stops.entries()) {
    clock = begun + ((index + 1) * hours * 3_600_000) / (stopCount + 1)
    const at = { stop_id, delivery_id }
    phone.write('departed', at)
    phone.write('arrived', at)
    const photos = Math.floor(((index + 1) * photoCount) / stopCount) - Math.floor((index * photoCount) / stopCount)
    for (let i = 0; i < photos; i++) {
      phone.write('proof_taken', { ...at, proof_id: randomUUID(), proof: { kind: 'photo', photo: takePhoto() } })
    }
    if (index % 10 === 9) phone.write('failed', { ...at, reason: 'not_home' })
    else phone.write('delivered', { ...at, to: 'recipient' })
  }

  const times: number[] = []
  const outcomes: Record<string, number> = {}
  const post = async (from: number) => {
    const body = { device_id: phone.id, entries: phone.log.slice(from, from + perCall) }
    return (await send(`${app.url}/v1/driver/entries`, driver.token, 'POST', body)) as EntriesTaken
  }
  for (let from = 0; from < phone.log.length; from += perCall) {
    const started = performance.now()
    const { results } = await post(from)
    times.push(performance.now() - started)
    for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const again = performance.now()
  await post(0)
  const repeated = performance.now() - again
  console.log(
    `${phone.log.length} entries of ${hours} h in calls of ${perCall}: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms (goal: 1,000 each); ${JSON.stringify(outcomes)}; the first call again ${repeated.toFixed(0)} ms`,
  )

  const sent = performance.now()
  for (const [id, content] of files) {
    const reply = await fetch(`${app.url}/storage/v1/object/proofs/${driver.userId}/${id}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${driver.token}`, 'content-type': 'image/jpeg' },
      body: content,
    })
    if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  }
  const seconds = (performance.now() - sent) / 1000
  const { rows } = await app.asOwner((owner) =>
    owner.query<Record<string, number>>(`select
      (select count(*)::int from road_entries) entries, (select count(distinct id)::int from road_entries) distinct_entries,
      (select count(*)::int from deliveries where status = 'delivered') delivered,
      (select count(*)::int from deliveries where status = 'failed') failed,
      (select count(*)::int from proofs) proofs, (select count(*)::int from photos) photos,
      (select count(*)::int from storage.objects) files`),
  )
  console.log(
    `${files.size} photos of ${photoBytes / 1000} kB, one after the other: ${seconds.toFixed(1)} s; in the database: ${JSON.stringify(rows[0])}`,
  )
} finally {
  await app.stop()
}
