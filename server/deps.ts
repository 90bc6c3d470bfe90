import type pg from 'pg'
import type { Keys } from './auth/keys/keys.ts'
import type { MailTemplates } from './auth/mails/load.ts'
import type { Sealer } from './auth/keys/sealing.ts'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'
import type { Engine } from './engine/engine.ts'
import type { VerifyToken } from './http/callers/token.ts'
import type { Mailer } from './outside/mail.ts'
import type { SmsSender } from './outside/sms.ts'
import type { Bell } from './queue/bell.ts'
import type { Queue } from './queue/queue.ts'

/** Everything that the app's parts work with, in one object, so that a test can replace any of it. */
export type Deps = {
  config: Config
  /** Connected as the server's role: a query outside a workspace's transaction sees nothing. */
  db: Db
  pool: pg.Pool
  queue: Queue
  /** Solves plans. */
  planEngine: Engine
  /** Solves what programs send, with threads of its own, so that neither waits for the other. */
  operationEngine: Engine
  /** Tells whoever waits on this server that something happened, sooner than they would see it in the database. */
  bell: Bell
  /** Undefined while no mail server is set: mail is then kept and shown at `/dev/mail`. */
  mailer: Mailer | undefined
  /** What the sign-in service's mails say. */
  mailTemplates: MailTemplates
  /** Undefined while no SMS provider is set: signing in by phone is then off. */
  sms: SmsSender | undefined
  keys: Keys
  sealer: Sealer
  verifyToken: VerifyToken
  now: () => Date
  /** Logs a failure of background work that somebody should look at. */
  report: (error: unknown, what: string) => void
  /** Check every reply against its declaration; on in tests, since it costs time. */
  checkReplies: boolean
}

/** The only clock of the server. */
export const systemClock = () => new Date()
