import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#domain/api/endpoint.ts'
import type { Trx } from '../db/connect.ts'
import type { readInput } from './read-input.ts'
import type { Caller } from './callers/caller.ts'

/** What a call does once its caller is in. */
export type Within = (
  trx: Trx,
  actor: unknown,
  call: {
    caller: Caller<unknown>
    request: FastifyRequest
    reply: Pick<FastifyReply, 'header'>
    /** What the option `prepare` returned. */
    prepared?: unknown
    /** The input, if it is read already. */
    early?: ReturnType<typeof readInput> | undefined
  },
) => Promise<{ status: number; body: unknown }>

/** An endpoint that can be a part of a batch. */
export type Mounted = { endpoint: Endpoint; within: Within; committed: ((reply: never) => void) | undefined }

type Found = Mounted & { params: Record<string, string> }

const byApp = new WeakMap<FastifyInstance, Map<string, (Mounted & { pattern: RegExp })[]>>()

/** Remembers an endpoint, for batches. */
export function remember(app: FastifyInstance, mounted: Mounted): void {
  const byMethod = byApp.get(app) ?? new Map<string, (Mounted & { pattern: RegExp })[]>()
  byApp.set(app, byMethod)
  const { method, path } = mounted.endpoint
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  // As the router does it, a path that is written out goes before one with parameters.
  const others = byMethod.get(method) ?? []
  byMethod.set(method, path.includes(':') ? [...others, { ...mounted, pattern }] : [{ ...mounted, pattern }, ...others])
}

/** The endpoint that takes a call, if it can be a part of a batch. */
export function findMounted(app: FastifyInstance, method: string, path: string): Found | undefined {
  const clean = decoded(path)
  for (const { pattern, ...mounted } of byApp.get(app)?.get(method) ?? []) {
    const found = pattern.exec(clean)
    if (found) return { ...mounted, params: { ...found.groups } }
  }
  return undefined
}

/** A path as it was meant. One that cannot be read is left as it is, and nothing is found there. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
