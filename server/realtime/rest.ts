import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressOf } from '../http/callers/api-key.ts'
import type { Credential } from './callers.ts'
import type { RealtimeContext } from './context.ts'
import { checkExpiry } from './credentials.ts'
import { HttpRefusal, unauthorized } from './errors.ts'
import { isToken, object } from './join-config.ts'
import { sendMessage, type Message } from './message.ts'
import { Refusal } from './refusals.ts'
import { readPersist } from './replay.ts'
import { allRights } from './rules.ts'
import { maxPayloadBytes } from './settings.ts'

const bodyLimit = maxPayloadBytes + 64 * 1024
/** Of one call. */
const mostMessages = 1000

/** Broadcasts over HTTP, for clients without a socket. */
export function registerRest(service: FastifyInstance, context: RealtimeContext): void {
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)

  service.get('/api/ping', async () => ({ message: 'Success' }))

  service.post('/api/broadcast', { bodyLimit }, async (request, reply) => {
    const credential = await readCaller(request, context)
    const messages = readMessages(request.body as Buffer | undefined)
    const may = rightsOf(credential, context)
    for (const message of messages) if (await may(message)) send(context, message)
    return reply.status(202).send()
  })

  service.post('/api/broadcast/:topic/events/:event', { bodyLimit }, async (request, reply) => {
    const credential = await readCaller(request, context)
    const { topic, event } = request.params as { topic: string; event: string }
    const { private: isPrivate, ...query } = request.query as Record<string, unknown>
    const payload = readPayload(request)
    const message = { id: randomUUID(), topic, event, isPrivate: isPrivate === 'true', payload }
    if (await rightsOf(credential, context)(message)) {
      send(context, message, 'persist[ttl]' in query ? { ttl: query['persist[ttl]'] } : query.persist)
    }
    return reply.status(202).send()
  })
}

function send({ bus, history }: RealtimeContext, message: Message, persist?: unknown): void {
  sendMessage(bus, message)
  if (message.isPrivate) history.keep(message, readPersist(persist))
}

/** The bearer token if it is one, or else the key. */
async function readCaller(request: FastifyRequest, { readCredential, now }: RealtimeContext): Promise<Credential> {
  const { headers } = request
  const bearer = /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const key = headers.apikey ?? headers['x-api-key']
  const token = isToken(bearer) || key === undefined ? bearer : String(key)
  if (!token) throw unauthorized()
  try {
    const credential = await readCredential(token, addressOf(request))
    checkExpiry(credential.expiresAt, now())
    return credential
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'UnableToConnectToProject') throw unauthorized()
    throw error
  }
}

/** Asks once for each channel of a call. */
function rightsOf({ caller }: Credential, { authorize, settings }: RealtimeContext) {
  const known = new Map<string, Promise<boolean>>()
  return ({ topic, isPrivate }: Message): Promise<boolean> => {
    const room = `${isPrivate} ${topic}`
    const rights = async () => (isPrivate ? await authorize({ caller, topic, isPrivate }) : allRights)
    const answer =
      known.get(room) ??
      rights().then(({ mayWriteBroadcast }) => mayWriteBroadcast && (isPrivate || !settings.privateOnly))
    known.set(room, answer)
    return answer
  }
}

function readMessages(body: Buffer | undefined): Message[] {
  const { messages } = object(parsed(body))
  if (!Array.isArray(messages) || messages.length === 0) throw invalid(["can't be blank"])
  if (messages.length > mostMessages) throw invalid([`should have at most ${mostMessages} item(s)`])
  const problems = messages.map(problemsOf)
  if (problems.some((each) => Object.keys(each).length > 0)) throw invalid(problems.slice(0, 20))
  return messages.map((message) => {
    const { topic, event, payload, private: isPrivate } = message as Record<string, unknown>
    return {
      id: randomUUID(),
      topic: topic as string,
      event: event as string,
      isPrivate: isPrivate === true || isPrivate === 'true',
      payload: JSON.stringify(payload),
    }
  })
}

const invalid = (messages: unknown) => new HttpRefusal(422, { errors: { messages } })

function problemsOf(message: unknown): Record<string, string[]> {
  const { topic, event, payload } = object(message)
  const isBlank = (value: unknown) => value === undefined || value === null || value === ''
  const problems: Record<string, string[]> = {}
  for (const [name, value] of Object.entries({ topic, event })) {
    if (isBlank(value)) problems[name] = ["can't be blank"]
    else if (typeof value !== 'string') problems[name] = ['is invalid']
  }
  if (isBlank(payload)) problems.payload = ["can't be blank"]
  else if (typeof payload !== 'object') problems.payload = ['is invalid']
  return problems
}

function readPayload({ body, headers }: FastifyRequest): string | Buffer {
  const type = (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase()
  const bytes = (body as Buffer | undefined) ?? Buffer.alloc(0)
  if (type === 'application/octet-stream') return bytes
  if (type !== 'application/json') {
    throw new HttpRefusal(415, { error: 'Content-Type must be application/json or application/octet-stream' })
  }
  const payload = parsed(bytes)
  if (payload === undefined) throw new HttpRefusal(422, { error: 'The body is not valid JSON' })
  return JSON.stringify(payload)
}

function parsed(body: Buffer | undefined): unknown {
  try {
    return JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    return undefined
  }
}
