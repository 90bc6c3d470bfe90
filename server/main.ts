import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { keepHouse } from './auth/housekeeping.ts'
import { openKeys, tokenVerifier } from './auth/keys/keys.ts'
import { loadMailTemplates } from './auth/mails/load.ts'
import { openSealer } from './auth/keys/sealing.ts'
import { buildApp } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { appRole, confirmAppRole } from './db/app-role.ts'
import { openDb, openPool, prepareDatabase } from './db/connect.ts'
import { openEngine, withinProcessors } from './engine/engine.ts'
import { lockDataDir } from './db/embedded/lock.ts'
import { startEmbedded } from './db/embedded/start.ts'
import { systemClock, type Deps } from './deps.ts'
import { workOnAccounts } from './features/account/tasks.ts'
import { forgetAttempts } from './features/integrations/commands.ts'
import { workOnIntegrations } from './features/integrations/tasks.ts'
import { workOnOperations } from './features/optimize/tasks.ts'
import { workOnPlanning } from './features/planning/tasks.ts'
import { forgetGuests } from './http/callers/guest.ts'
import { forgetReplies } from './http/idempotency.ts'
import { openMailer } from './outside/mail.ts'
import { openSms } from './outside/sms.ts'
import { workOnMail } from './queue/mail.ts'
import { openBell } from './queue/bell.ts'
import { openQueue, prepareQueue } from './queue/queue.ts'
import { StartError } from './start-error.ts'

const siteRoot = join(import.meta.dirname, '..', 'build', 'client')

/** Things to close, in the order they were opened; closed in reverse. */
const closers: (() => Promise<void>)[] = []

async function start(): Promise<void> {
  const config = readConfig()
  const mailTemplates = loadMailTemplates(config.auth.mailTemplates)
  await checkAddress(config)
  const say = (line: string) => console.error(line)
  const databaseUrl = await openDatabase(config, say)
  await prepareDatabase(databaseUrl, prepareQueue)

  let report: Deps['report'] = () => {}
  const onPoolError = (error: Error) => report(error, 'database connection')
  const pool = openPool(databaseUrl, { role: appRole, onError: onPoolError })
  closers.push(() => pool.end())
  await confirmAppRole(pool)
  const db = openDb(pool)
  // Closed after the queue, so that running tasks are handed back rather than lose their thread.
  const planEngine = openEngine(withinProcessors(config.solverThreads))
  closers.push(() => planEngine.stop())
  const operationEngine = openEngine(withinProcessors(config.optimizeThreads))
  closers.push(() => operationEngine.stop())
  const queue = await openQueue(pool, onPoolError)
  closers.push(() => queue.stop())
  const keys = await openKeys(db, config.auth.externalUrl, config.auth, systemClock)

  const deps: Deps = {
    config,
    db,
    pool,
    queue,
    planEngine,
    operationEngine,
    bell: openBell(),
    mailer: config.smtpUrl ? openMailer(config.smtpUrl, config.mailFrom) : undefined,
    mailTemplates,
    sms: config.sms && openSms(config.sms),
    keys,
    sealer: await openSealer(db),
    verifyToken: tokenVerifier(keys),
    now: systemClock,
    report: (error, what) => report(error, what),
    checkReplies: false,
  }
  const app = await buildApp(deps, siteRoot)
  report = (error, what) => app.log.error({ err: error }, what)
  closers.push(() => app.close())
  await workOnPlanning(deps)
  await workOnOperations(deps)
  await workOnMail(deps)
  keepHouse(deps)
  queue.every(3600, () => forgetReplies(db))
  queue.every(3600, () => forgetGuests(db))
  await workOnIntegrations(deps)
  queue.every(3600, () => forgetReplies(db))
  queue.every(3600, () => forgetAttempts(db))
  workOnAccounts(deps)
  await app.listen({ port: config.port, host: config.host }).catch((error: NodeJS.ErrnoException) => {
    throw addressError(error, config)
  })
  console.log(`Karta is ready on ${config.publicUrl}`)
}

async function openDatabase(config: Config, log: (line: string) => void): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const lock = lockDataDir(config.dataDir)
  closers.push(async () => lock.release())
  const opening = startEmbedded({ dataDir: config.dataDir, log, lock })
  // Told to stop in the middle of it, Karta waits for the database to be there and then stops it.
  closers.push(async () => (await opening.catch(() => undefined))?.stop())
  const embedded = await opening
  embedded.onUnexpectedExit((why) => {
    console.error(`The database stopped unexpectedly: ${why}. Start Karta again; nothing acknowledged is lost.`)
    void stop(1)
  })
  return embedded.url
}

/** Takes the address for a moment: a start that cannot listen should not first create or start a database. */
async function checkAddress(config: Config): Promise<void> {
  const probe = createServer().listen(config.port, config.host)
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw addressError(error, config)
  })
  probe.close()
  await once(probe, 'close')
}

function addressError(error: NodeJS.ErrnoException, { port, host }: Config): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') {
    const other = port === 3001 ? 3002 : 3001
    return new StartError(
      `Port ${port} is already in use: stop what uses it, or choose another one with PORT=${other} npm start.`,
    )
  }
  if (code === 'EACCES') return new StartError(`Port ${port} needs more rights: choose one above 1023 with PORT.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].includes(code)) {
    return new StartError(`HOST is ${host}, which is not an address of this machine.`)
  }
  return error
}

let stopping: Promise<void> | undefined

/** Finishes requests, hands running work back to the queue, closes the database, exits. Safe to call twice. */
function stop(code: number): Promise<void> {
  stopping ??= (async () => {
    for (let close = closers.pop(); close; close = closers.pop()) {
      await close().catch((error: unknown) => {
        console.error('While stopping:', error)
        code ||= 1
      })
    }
    process.exit(code)
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void stop(0))
}

try {
  await start()
} catch (error) {
  // A start that was told to stop fails because its database went away: nothing to tell.
  if (!stopping) console.error(error instanceof StartError ? error.message : error)
  await stop(1)
}
