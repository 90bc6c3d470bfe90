// npm run bench -- phones [ROUNDS] [PHONES]: kills a server with -9 while phones send their logs and photos, again and again,
// and compares what it said it has with what is there: all of it, each once. It measures nothing and is no test, because it
// takes minutes.
import { randomInt, randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startServer, temporaryFolder } from '#server/testing/server-process.ts'
import { comparePhones, loadPhone, syncPhone, type LoadedPhone } from '../measure/loaded-phones.ts'
import type { Api } from '../simulate/api.ts'
import { prepareDrivers, signIn } from '../simulate/fleet.ts'

const [rounds, phoneCount] = [Number(process.argv[2] ?? 8), Number(process.argv[3] ?? 200)]
const stopsEach = 4

const folder = temporaryFolder('phones')
const port = await freePort()
const server = `http://localhost:${port}`
const settings = {
  PORT: String(port),
  DATA_DIR: join(folder, 'data'),
  RATE_LIMIT_UPLOADS_PER_MINUTE: '1000000',
  AUTH_RATE_LIMIT_TOKEN: '1000000',
  AUTH_RATE_LIMIT_SIGN_UP: '1000000',
  AUTH_RATE_LIMIT_VERIFY: '1000000',
}

const counts = { kills: 0, calls: 0, cut: 0 }
let owner: Api | undefined
const phones: LoadedPhone[] = []
let running: ReturnType<typeof startServer> | undefined

try {
  for (let round = 0; round <= rounds; round++) {
    running = startServer(settings)
    await running.ready
    if (!owner) {
      const how = {
        server,
        drivers: phoneCount,
        stops: stopsEach,
        seed: 1,
        email: 'bench@example.com',
        password: randomUUID(),
      }
      owner = await signIn(how)
      const drivers = await prepareDrivers(owner, how, console.log)
      for (const driver of drivers) phones.push(await loadPhone(owner, server, driver))
      console.log(
        `${phones.length} phones have ${sum((each) => each.log.length)} entries and ${sum((each) => each.files.size)} photos.`,
      )
    }
    const stopped = new AbortController()
    const all = Promise.all(phones.map((phone) => syncPhone(server, phone, { counts, signal: stopped.signal })))
    if (round === rounds) {
      await all
      const outcomes = await comparePhones(owner, server, phones)
      console.log(
        `${phones.length} phones, ${counts.kills} kills, ${counts.calls} calls of which ${counts.cut} were cut off: ${JSON.stringify(outcomes)}; each entry and each photo is there once, and every history is whole`,
      )
      running.child.kill('SIGTERM')
      await running.ended
      break
    }
    await Promise.race([delay(randomInt(500, 6000)), all])
    running.child.kill('SIGKILL')
    counts.kills++
    stopped.abort()
    await all
    await running.ended
    console.log(
      `round ${round}: ${sum((each) => each.heard.size)} entries and ${sum((each) => each.stored.size)} photos acknowledged`,
    )
  }
} finally {
  running?.child.kill('SIGKILL')
  await running?.ended
  rmSync(folder, { recursive: true, force: true })
}

function sum(pick: (phone: LoadedPhone) => number): number {
  return phones.reduce((total, phone) => total + pick(phone), 0)
}
