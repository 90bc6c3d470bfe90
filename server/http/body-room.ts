import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '#domain/errors.ts'

/** Limits the memory that large bodies take while they come in at the same time. */
export type BodyRoom = {
  /** The largest body, in bytes. */
  most: number
  /**
   * Reserves as much as the request says it will send, until `leave` or the end of the reply.
   * @throws AppError `optimizer_busy`
   */
  enter(request: FastifyRequest, reply: FastifyReply, workspaceId: string): void
  leave(request: FastifyRequest): void
}

const retrySeconds = 2

/** @param total for everybody; one workspace gets at most half of it */
export function openBodyRoom(most: number, total: number): BodyRoom {
  const taken = new Map<FastifyRequest, { workspaceId: string; bytes: number }>()
  const sum = (of: (entry: { workspaceId: string }) => boolean) =>
    [...taken.values()].filter(of).reduce((bytes, entry) => bytes + entry.bytes, 0)

  return {
    most,
    enter(request, reply, workspaceId) {
      const length = Number(request.headers['content-length'] ?? most)
      // A body that is too large is refused when it is read.
      const bytes = Number.isFinite(length) ? Math.min(length, most) : most
      const own = sum((entry) => entry.workspaceId === workspaceId)
      if (sum(() => true) + bytes > total || own + bytes > total / 2) {
        throw new AppError('optimizer_busy', { retry_after_seconds: retrySeconds })
      }
      taken.set(request, { workspaceId, bytes })
      reply.raw.once('close', () => taken.delete(request))
    },
    leave(request) {
      taken.delete(request)
    },
  }
}
