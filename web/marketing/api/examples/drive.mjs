// Does the first stop of a driver's route. Set KARTA_URL to your Karta server, and KARTA_TOKEN to a driver's access token.
const { readFile } = await import('node:fs/promises')

const { KARTA_URL, KARTA_TOKEN } = process.env
const headers = { Authorization: `Bearer ${KARTA_TOKEN}` }

async function call(method, path, body) {
  const json = body && { body: JSON.stringify(body), headers: { ...headers, 'Content-Type': 'application/json' } }
  const response = await fetch(KARTA_URL + path, { method, headers, ...json })
  const reply = await response.json()
  if (!response.ok) throw new Error(reply.title)
  return reply
}

// Everything that the phone needs for the day. The server's time says how wrong this clock is.
const { now: serverTime, routes, shift } = await call('GET', '/v1/driver/day')
const offset = Date.parse(serverTime) - Date.now()
const now = () => new Date(Date.now() + offset).toISOString()
const [route] = routes
const stop = route.stops.find(({ kind, done_at }) => kind === 'delivery' && !done_at)
const at = { stop_id: stop.id, delivery_id: stop.delivery.id }
const fix = () => ({ ...stop.location, accuracy_m: 8, recorded_at: now() })

// The phone, and the key that signs its log. A real app keeps both, and the log, until everything was sent.
const { subtle } = crypto
const key = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
const { kty, crv, x, y } = await subtle.exportKey('jwk', key.publicKey)
const device_id = crypto.randomUUID()
const device = { id: device_id, name: 'My app', platform: 'Node.js', public_key: { kty, crv, x, y } }
await call('POST', '/v1/driver/devices', device)

const sha256 = async (bytes) => Buffer.from(await subtle.digest('SHA-256', bytes))

/** RFC 8785: members sorted by name, without spaces. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

const log = []
async function write(kind, data, fix = null) {
  const entry = {
    format: 1,
    id: crypto.randomUUID(),
    device_id,
    sequence: log.length + 1,
    kind,
    at: new Date().toISOString(),
    clock_offset_ms: offset,
    fix,
    data,
    previous_hash: log.at(-1)?.hash ?? null,
  }
  const hash = await sha256(Buffer.from(`karta road entry 1\n${canonical(entry)}`))
  const signature = Buffer.from(await subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, hash))
  log.push({ ...entry, hash: hash.toString('hex'), signature: signature.toString('base64url') })
}

await write('route_received', { route_id: route.id })
const shift_id = shift?.id ?? crypto.randomUUID()
if (!shift) await write('shift_started', { shift_id, vehicle_id: route.vehicle_id })
await write('departed', at, fix())
await write('arrived', at, fix())

// A photo is proved in the log by its hash, and uploaded afterwards.
const file = await readFile(process.argv[2])
const photo = {
  id: crypto.randomUUID(),
  sha256: (await sha256(file)).toString('hex'),
  bytes: file.length,
  media_type: 'image/png',
  width: 1,
  height: 1,
  taken_at: now(),
  fix: fix(),
}
await write('proof_taken', { ...at, proof_id: crypto.randomUUID(), proof: { kind: 'photo', photo } }, fix())
await write('delivered', { ...at, to: 'recipient', received_by: 'Siti Rahma', cash: stop.delivery.cash_amount }, fix())
await write('message_sent', { message_id: crypto.randomUUID(), text: 'The first one is done.' })

// Entries first, then fixes, then photos. Any of these calls may be repeated.
const { results } = await call('POST', '/v1/driver/entries', { device_id, entries: log })
for (const [i, { kind }] of log.entries()) console.log(kind, results[i].outcome, results[i].sentence ?? '')

const ping = { ...fix(), speed_mps: 0, heading: null, battery_percent: 64, charging: false }
const { accepted } = await call('POST', '/v1/pings', { pings: [ping] })
console.log('positions', accepted)

// A resumable upload (TUS 1.0.0): one call that makes it, then as many parts as the network takes.
const [, claims] = KARTA_TOKEN.split('.')
const { sub: userId } = JSON.parse(Buffer.from(claims, 'base64url'))
const metadata = { bucketName: 'proofs', objectName: `${userId}/${photo.id}`, contentType: photo.media_type }
const encoded = Object.entries(metadata).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
const tus = { ...headers, 'Tus-Resumable': '1.0.0' }
const made = await fetch(`${KARTA_URL}/storage/v1/upload/resumable`, {
  method: 'POST',
  headers: { ...tus, 'Upload-Length': file.length, 'Upload-Metadata': encoded.join(',') },
})
const part = { 'Upload-Offset': 0, 'Content-Type': 'application/offset+octet-stream' }
const sent = await fetch(made.headers.get('Location'), { method: 'PATCH', headers: { ...tus, ...part }, body: file })
console.log('photo', sent.headers.get('Upload-Offset') === String(file.length) ? 'uploaded' : 'goes on later')
