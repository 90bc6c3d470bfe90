import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { WebSocketServer, type WebSocket } from 'ws'
import { liveTopic } from '#domain/live.ts'
import type { Answer, Order } from '../measure/live-clients.ts'
import { settledMemory } from '../measure/settled-memory.ts'
import { makeOrders, runApp, send } from '../measure/running-app.ts'

/*
 * Many sockets on one server: how fast they come in, what an idle one costs, how soon a broadcast arrives at 10,000 frames
 * per second, how many arrive at most, next to a bare `ws` server in the same process, and how soon an event reaches
 * everybody who follows a workspace. The clients are a process of their own.
 */
const { values } = parseArgs({
  options: { sockets: { type: 'string', default: '2000' }, seconds: { type: 'string', default: '8' } },
})
const [count, seconds] = [Number(values.sockets), Number(values.seconds)]
const perRoom = 100
const framesPerSecond = 10_000
const rooms = Math.max(1, Math.floor(count / perRoom))

const app = await runApp('/nowhere', {
  REALTIME_MESSAGES_PER_SECOND: '100000',
  MAX_CONNECTIONS_PER_ADDRESS: '100000',
})
const bare = await openBare()
const clients = fork(join(import.meta.dirname, '..', 'measure', 'live-clients.ts'))
try {
  const port = Number(new URL(app.url).port)
  const path = `/realtime/v1/websocket?apikey=${app.deps.keys.publishableKey}&vsn=2.0.0`
  const before = await settledMemory()
  const { seconds: storm } = await tell({ do: 'open', port, path, count, rooms, isBare: false })
  console.log(`${count} sockets connected and joined within ${storm!.toFixed(2)} s`)
  const kilobytes = ((await settledMemory()) - before) / count / 1024
  console.log(`memory per idle socket with one channel: ${kilobytes.toFixed(1)} KB`)
  await events(port, path)
  await tell({ do: 'open', port: bare.port, path: '/', count, rooms, isBare: true })
  await even('Karta', false)
  await even('bare ws', true)
  const most = { ours: [] as number[], theirs: [] as number[] }
  // Turn by turn, because the machine is not the same at every moment.
  for (let round = 0; round < 5; round++) {
    most.ours.push(await atMost(false))
    most.theirs.push(await atMost(true))
  }
  const [ours, theirs] = [median(most.ours), median(most.theirs)]
  console.log(
    `at most, median of 5: ${ours} frames/s, bare ws ${theirs} frames/s: ${Math.round((ours / theirs) * 100)} % (goal: 80 %)`,
  )
} finally {
  clients.kill()
  bare.close()
  await app.stop()
}

async function tell(order: Order): Promise<Answer> {
  clients.send(order)
  const [answer] = await once(clients, 'message')
  return answer as Answer
}

function rate(answer: Answer): number {
  return Math.round(answer.frames! / answer.seconds!)
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** At 10,000 frames per second. */
async function even(who: string, isBare: boolean): Promise<void> {
  const cpu = process.cpuUsage()
  const answer = await tell({ do: 'run', isBare, seconds, perSecond: framesPerSecond / perRoom })
  const { user, system } = process.cpuUsage(cpu)
  const busy = ((user + system) / 1e6 / answer.seconds!) * 100
  const latency = `p50 ${answer.p50!.toFixed(1)} ms, p99 ${answer.p99!.toFixed(1)} ms`
  console.log(`${who}: ${rate(answer)} frames/s, ${latency}, ${busy.toFixed(0)} % of a processor`)
}

/** With the next message as soon as one arrived. */
async function atMost(isBare: boolean): Promise<number> {
  return rate(await tell({ do: 'run', isBare, seconds: seconds / 2, perSecond: undefined }))
}

/** How long after its commit an event reaches the last of 50 who follow the workspace. */
async function events(port: number, path: string): Promise<void> {
  const { workspaceId, token } = await app.makeOwner()
  const followers = 50
  await tell({ do: 'follow', port, path, topic: liveTopic.workspace(workspaceId), token, count: followers })
  const committedAt: number[] = []
  app.deps.bus.subscribe(`events:${workspaceId}`, () => committedAt.push(performance.timeOrigin + performance.now()))
  const created: string[] = []
  for (const order of makeOrders(200)) {
    const delivery = (await send(`${app.url}/v1/deliveries`, token, 'POST', order)) as { id: string }
    created.push(delivery.id)
    await wait(5)
  }
  await wait(1000)
  const { arrivals } = await tell({ do: 'heard' })
  const waits = arrivals!
    .map(({ subject, at }) => at - committedAt[created.indexOf(subject)]!)
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b)
  const at = (share: number) => waits[Math.floor(waits.length * share)]!.toFixed(1)
  console.log(
    `event from its commit to each of ${followers} followers: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms (${waits.length} of ${created.length * followers} arrived)`,
  )
}

/** Passes on what it gets to everybody in the room, and does nothing else. */
async function openBare() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
  const members = new Map<string, Set<WebSocket>>()
  server.on('connection', (ws) => {
    let room = new Set<WebSocket>()
    ws.on('message', (data, isBinary) => {
      if (isBinary) {
        for (const member of room) member.send(data, { binary: true })
        return
      }
      const name = String(data)
      room = members.get(name) ?? new Set()
      members.set(name, room.add(ws))
      ws.send('joined')
    })
  })
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}
