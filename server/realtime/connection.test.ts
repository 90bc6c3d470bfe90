import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { Connection } from './connection.ts'
import type { RealtimeContext } from './context.ts'
import { newCounters } from './counters.ts'
import { usualRealtime } from './settings.ts'

/** A socket of which only the closing is watched. */
function openConnection() {
  let seconds = 1000
  const closings: [number, string][] = []
  const ws = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    send() {},
    terminate() {},
    close(code: number, reason: string) {
      ws.readyState = 2
      closings.push([code, reason])
    },
  })
  const context = { counters: newCounters(), settings: usualRealtime, now: () => new Date(seconds * 1000) }
  const connection = new Connection(context as RealtimeContext, {
    ws: ws as unknown as WebSocket,
    socket: { writableLength: 0 } as Socket,
    version: '1.0.0',
    credential: { token: '', caller: { kind: 'anon' }, expiresAt: undefined },
    workspaceId: undefined,
    address: null,
  })
  const beat = () =>
    ws.emit('message', Buffer.from('{"topic":"phoenix","event":"heartbeat","payload":{},"ref":"1"}'), false)
  const pass = (more: number) => {
    seconds += more
    connection.sweep()
  }
  return { ws, beat, pass, closings, counters: context.counters }
}

test('a socket from which nothing comes for a minute is closed', () => {
  const { pass, beat, closings } = openConnection()
  pass(59)
  beat()
  pass(59)
  expect(closings).toEqual([])
  pass(2)
  expect(closings).toEqual([[1000, 'Nothing came for a minute']])
})

test('a socket that never joins a channel is closed, however often it says that it lives', () => {
  const { pass, beat, closings } = openConnection()
  for (let times = 0; times < 11; times++) {
    pass(30)
    beat()
  }
  expect(closings).toEqual([[1000, 'No channel was joined']])
})

test('a flood of frames ends the socket, and a closed one is no longer counted', () => {
  const { ws, beat, closings, counters } = openConnection()
  for (let times = 0; times < 3000; times++) beat()
  expect(closings).toEqual([[1008, 'Too many frames per second']])
  expect(counters.sockets).toBe(1)
  ws.emit('close')
  expect(counters.sockets).toBe(0)
})
