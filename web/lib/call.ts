import type { z } from 'zod'
import { isForPersons, needsNoSession, type Endpoint, type May, type RecordUse } from '#domain/api/endpoint.ts'
import type { ErrorCode, FieldProblem } from '#domain/errors.ts'
import { noteLag } from './lag.ts'
import { appConfig } from './app-config.ts'
import { noteRefusal, openWorkspace } from './workspace.ts'

/** Their detail says what is in the way, which differs from case to case, and what helps. */
const saysMore: readonly string[] = [
  'quota_reached',
  'day_off_overlaps',
  'not_in_tier',
  'pickup_slots_full',
  'pickup_place_closed',
  'preparation_too_late',
] satisfies ErrorCode[]

/** A failed call, with a message for the person who made it. */
export class CallError extends Error {
  readonly code: ErrorCode | 'offline'
  readonly status: number
  /** To quote when asking for help. Empty if the server was not reached. */
  readonly requestId: string
  /** Invalid fields, by dotted path. */
  readonly problems: FieldProblem[]
  /** The whole problem document. */
  readonly detail: Record<string, unknown>

  constructor(problem: { code: ErrorCode | 'offline'; title: string; status: number } & Record<string, unknown>) {
    super(saysMore.includes(problem.code) ? String(problem.detail) : problem.title)
    this.name = 'CallError'
    this.code = problem.code
    this.status = problem.status
    this.requestId = String(problem.request_id ?? '')
    this.problems = (problem.errors as FieldProblem[] | undefined) ?? []
    this.detail = problem
  }
}

type Input<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  U extends RecordUse | undefined,
> = (Record<string, never> extends z.input<P> ? { params?: undefined } : { params: z.input<P> }) & {
  query?: Partial<z.input<Q>>
} & (undefined extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> }) &
  // Our pages never overwrite what they have not shown.
  (U extends 'changed' ? { version: number } : { version?: undefined }) & {
    signal?: AbortSignal
    /** Makes a create safe to repeat: requests with the same key take effect once. */
    idempotencyKey?: string
  }

/** Returns the current access token, refreshed if necessary, or null when signed out. Set by `session.ts`. */
let readAccessToken: () => Promise<string | null> = async () => null
let onSessionEnded: () => void = () => {}
let onFactorNeeded: () => void = () => {}
let readLastWorkspace: () => Promise<string | undefined> = async () => undefined

/**
 * Connects calls to the session: where the token comes from, what to do when the server rejects it or requires a second
 * factor, and which workspace the person used last.
 */
export function connectSession(
  token: typeof readAccessToken,
  ended: typeof onSessionEnded,
  factorNeeded: typeof onFactorNeeded,
  lastWorkspace: typeof readLastWorkspace,
): void {
  readAccessToken = token
  onSessionEnded = ended
  onFactorNeeded = factorNeeded
  readLastWorkspace = lastWorkspace
}

/**
 * Calls a declared endpoint and returns its reply.
 * @throws CallError
 */
export async function call<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  U extends RecordUse | undefined,
>(endpoint: Endpoint<P, Q, B, R, May, U>, input: Input<P, Q, B, U>): Promise<z.output<R>> {
  const response = await respond(endpoint, input)
  if (response.status === 204) return undefined as z.output<R>
  return (await (endpoint.media === undefined ? response.json() : response.text())) as z.output<R>
}

/**
 * Calls an endpoint that replies with a file.
 * @throws CallError
 */
export async function callForFile<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
>(endpoint: Endpoint<P, Q, B, R, May, undefined>, input: Input<P, Q, B, undefined>): Promise<Blob> {
  return (await respond(endpoint, input)).blob()
}

/**
 * Sends one request to the storage service, in the workspace of this tab. Any answer is an answer.
 * @throws CallError `offline`
 */
export async function sendToStorage(
  method: string,
  path: `/storage/v1/${string}`,
  init: RequestInit,
): Promise<Response> {
  const token = await readAccessToken()
  const workspace = await openWorkspace(readLastWorkspace)
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (workspace !== undefined) headers.set('karta-workspace', workspace)
  return send(path, { ...init, method, headers })
}

async function respond<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  R extends z.ZodType,
  U extends RecordUse | undefined,
>(endpoint: Endpoint<P, Q, B, R, May, U>, input: Input<P, Q, B, U>): Promise<Response> {
  const token = await readAccessToken()
  const isOfMember = !needsNoSession(endpoint.may) && !isForPersons(endpoint.may)
  const workspace = token && isOfMember ? await openWorkspace(readLastWorkspace) : undefined
  const headers: Record<string, string> = { accept: 'application/json' }
  if (token) headers.authorization = `Bearer ${token}`
  if (workspace !== undefined) headers['karta-workspace'] = workspace
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.version !== undefined) headers['if-match'] = `"${input.version}"`
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const traces = appConfig()?.traces
  if (traces) headers.traceparent = newTraceparent(traces)
  const response = await send(addressOf(endpoint, input.params, input.query), {
    method: endpoint.method,
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
    signal: input.signal,
  })
  if (!response.ok) {
    const error = await readProblem(response)
    if (error.code === 'session_ended' || error.code === 'not_signed_in') onSessionEnded()
    if (error.code === 'second_factor_required') onFactorNeeded()
    if (isOfMember) noteRefusal(error)
    throw error
  }
  noteLag(endpoint.path, response.headers)
  return response
}

/** Begins a trace (W3C Trace Context), or says that this one is not wanted. Who calls is not in it. */
const newTraceparent = (share: number) =>
  `00-${newIdempotencyKey()}-${newIdempotencyKey().slice(16)}-0${Number(Math.random() < share)}`

/** A key for one create. Keep it when you try again. */
export function newIdempotencyKey(): string {
  // Not randomUUID, which browsers offer only over TLS or on localhost.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError({
      code: 'offline',
      status: 0,
      title: 'The server cannot be reached. Check your connection. Nothing you entered is lost.',
    })
  }
}

async function readProblem(response: Response): Promise<CallError> {
  const problem = await response.json().catch(() => null)
  if (problem && typeof problem.code === 'string' && typeof problem.title === 'string') return new CallError(problem)
  return new CallError({
    code: response.status >= 502 ? 'unavailable' : 'internal',
    status: response.status,
    title: 'The server sent an unexpected reply. Try again shortly.',
    request_id: response.headers.get('x-request-id') ?? '',
  })
}

function addressOf(endpoint: Endpoint<any, any, any, any>, params: object = {}, query: object = {}): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    search.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return search.size ? `${path}?${search}` : path
}

/** Asks this site as nobody, or with what `init` says: no session, no cookie. */
export const fetchPlain = (url: string, init: RequestInit = {}): Promise<Response> =>
  fetch(url, { ...init, credentials: 'omit' })
