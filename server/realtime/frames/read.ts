/** The two versions of the protocol, which differ in how frames are written. */
export type Version = '1.0.0' | '2.0.0'

/** What a client sent. */
export type Frame = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: unknown
}

/** A broadcast in the form of a binary frame. JSON is known to be valid, but stays text. */
export type PushedBroadcast = Omit<Frame, 'event' | 'payload'> & {
  event: string
  payload: string | Buffer
  metadata: Record<string, unknown>
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** References come back in replies, so nobody may send endless ones. */
const longestRef = 255
const longestName = 1000

/** Undefined for anything that is not a frame: the protocol drops it. */
export function readTextFrame(version: Version, text: string): Frame | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const members =
    version === '2.0.0'
      ? value
      : isObject(value) && [value.join_ref, value.ref, value.topic, value.event, value.payload]
  if (!Array.isArray(members) || members.length !== 5) return undefined
  const [joinRef, ref, topic, event, payload] = members
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event)) return undefined
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload }
}

const isRef = (value: unknown): value is string | null | undefined =>
  value === null || value === undefined || (typeof value === 'string' && value.length <= longestRef)
const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= longestName

const pushKind = 3
const headLength = 7
const encodings = { opaque: 0, json: 1 }

/** Undefined for anything but a whole broadcast of a client. */
export function readBinaryFrame(bytes: Buffer): PushedBroadcast | undefined {
  if (bytes.length < headLength || bytes[0] !== pushKind) return undefined
  const lengths = bytes.subarray(1, 6)
  const encoding = bytes[6]!
  let at = headLength
  const [joinRef, ref, topic, event, metadata] = [...lengths].map((length) =>
    bytes.toString('utf8', at, (at += length)),
  )
  if (at > bytes.length) return undefined
  const rest = bytes.subarray(at)
  const payload = encoding === encodings.opaque ? rest : encoding === encodings.json ? validJson(rest) : undefined
  const meta = metadata ? parsed(metadata) : {}
  if (payload === undefined || !isObject(meta)) return undefined
  return { joinRef: joinRef || null, ref: ref || null, topic: topic!, event: event!, metadata: meta, payload }
}

function validJson(bytes: Buffer): string | undefined {
  const text = bytes.toString('utf8')
  return parsed(text) === undefined ? undefined : text
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
