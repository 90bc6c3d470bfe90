import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'

/** Limits the memory that large bodies take while they come in at the same time. */
export type BodyRoom = {
  /** Says to whom a request's body counts. Before that, it counts to the caller's address. */
  assign(request: FastifyRequest, owner: string): void
  /**
   * Counts bytes of a body that have arrived, inflated, until `leave` or the end of the reply.
   * @throws AppError `server_busy`
   */
  grow(request: FastifyRequest, reply: FastifyReply, bytes: number): void
  leave(request: FastifyRequest): void
  /** How many bytes are taken. */
  taken(): number
}

const retrySeconds = 2

/** @param total in bytes, for everybody; one owner gets at most half of it */
export function openBodyRoom(total: number): BodyRoom {
  const owners = new WeakMap<FastifyRequest, string>()
  const taken = new Map<FastifyRequest, { owner: string; bytes: number }>()
  const ofOwner = new Map<string, number>()
  /** A body may still come in when its request has been answered. */
  const over = new WeakSet<FastifyRequest>()
  let sum = 0

  const add = (owner: string, bytes: number) => {
    sum += bytes
    const own = (ofOwner.get(owner) ?? 0) + bytes
    if (own > 0) ofOwner.set(owner, own)
    else ofOwner.delete(owner)
  }
  const leave = (request: FastifyRequest) => {
    over.add(request)
    const entry = taken.get(request)
    if (entry && taken.delete(request)) add(entry.owner, -entry.bytes)
  }

  return {
    assign: (request, owner) => void owners.set(request, owner),
    grow(request, reply, bytes) {
      if (over.has(request)) return
      const owner = owners.get(request) ?? request.ip
      if (sum + bytes > total || (ofOwner.get(owner) ?? 0) + bytes > total / 2) {
        throw new AppError('server_busy', { retry_after_seconds: retrySeconds })
      }
      const entry = taken.get(request) ?? { owner, bytes: 0 }
      if (entry.bytes === 0) reply.raw.once('close', () => leave(request))
      entry.bytes += bytes
      taken.set(request, entry)
      add(owner, bytes)
    },
    leave,
    taken: () => sum,
  }
}
