import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { AppError } from '#domain/errors.ts'
import { openBodyRoom } from './body-room.ts'

/** A request that announces so many bytes, or does not say how many. */
function visitor(length?: number) {
  const request = { headers: length === undefined ? {} : { 'content-length': String(length) } } as FastifyRequest
  const raw = new EventEmitter()
  return { request, reply: { raw } as unknown as FastifyReply, close: () => raw.emit('close') }
}

test('bodies get in while there is room, half of it for one workspace, and leave it again', () => {
  const room = openBodyRoom(100, 400)
  const enter = (workspace: string, length?: number) => {
    const one = visitor(length)
    room.enter(one.request, one.reply, workspace)
    return one
  }
  const first = enter('a', 100)
  // Who does not say how much is coming may send the most.
  const second = enter('a')
  expect(() => enter('a', 1)).toThrow(AppError)
  expect(() => enter('a', 1)).toThrow(expect.objectContaining({ code: 'optimizer_busy' }))
  enter('b', 100)
  // What is too large is refused when it is read, and takes no more than the most until then.
  enter('b', 1e9)
  expect(() => enter('c', 1)).toThrow(AppError)
  room.leave(first.request)
  enter('c', 60)
  second.close()
  enter('a', 100)
  expect(() => enter('c', 60)).toThrow(AppError)
})
