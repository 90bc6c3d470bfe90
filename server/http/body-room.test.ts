import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { openBodyRoom } from './body-room.ts'

/** A request that announces this many bytes, or does not say how many. */
function visitor(length?: number) {
  const request = { headers: length === undefined ? {} : { 'content-length': String(length) } } as FastifyRequest
  const raw = new EventEmitter()
  return { request, reply: { raw } as unknown as FastifyReply, close: () => raw.emit('close') }
}

test('bodies come in while there is room, one workspace gets at most half of it, and they give it back', () => {
  const room = openBodyRoom(100, 400)
  const enter = (workspace: string, length?: number) => {
    const one = visitor(length)
    room.enter(one.request, one.reply, workspace)
    return one
  }
  const first = enter('a', 100)
  // A caller that does not announce a length may send the most.
  const second = enter('a')
  expect(() => enter('a', 1)).toThrow(AppError)
  expect(() => enter('a', 1)).toThrow(expect.objectContaining({ code: 'optimizer_busy' }))
  enter('b', 100)
  // A body that is too large is refused when it is read. Until then it takes no more room than the largest.
  enter('b', 1e9)
  expect(() => enter('c', 1)).toThrow(AppError)
  room.leave(first.request)
  enter('c', 60)
  second.close()
  enter('a', 100)
  expect(() => enter('c', 60)).toThrow(AppError)
})
