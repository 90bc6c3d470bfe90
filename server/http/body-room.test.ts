import { EventEmitter } from 'node:events'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { openBodyRoom } from './body-room.ts'

test('bodies come in while there is room, one owner gets at most half of it, and they give it back', () => {
  const room = openBodyRoom(400)
  const visitor = (owner: string) => {
    const request = { ip: '192.0.2.1' } as FastifyRequest
    const raw = new EventEmitter()
    room.assign(request, owner)
    return {
      send: (bytes: number) => room.grow(request, { raw } as unknown as FastifyReply, bytes),
      leave: () => room.leave(request),
      close: () => raw.emit('close'),
    }
  }
  const busy = expect.objectContaining({ code: 'server_busy' })
  const [first, second] = [visitor('a'), visitor('a')]
  first.send(60)
  first.send(60)
  second.send(80)
  expect(() => first.send(1)).toThrow(busy)
  const other = visitor('b')
  other.send(200)
  expect(() => visitor('c').send(1)).toThrow(busy)
  first.leave()
  visitor('c').send(120)
  expect(() => visitor('c').send(1)).toThrow(busy)
  second.close()
  visitor('c').send(80)
  expect(() => visitor('a').send(1)).toThrow(busy)
})
