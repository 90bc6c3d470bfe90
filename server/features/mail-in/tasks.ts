import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#domain/errors.ts'
import { mostMailBytes } from '#domain/schema/mail-in.ts'
import { inWorkspace } from '../../db/connect.ts'
import { again, isPassing } from '../../db/passing.ts'
import type { Deps } from '../../deps.ts'
import { readMailbox, type RawMail } from '../../outside/mail-in/mailbox.ts'
import { readMail } from '../../outside/mail-in/read-mail.ts'
import type { Reroute } from '../deliveries/commands.ts'
import { holdMailbox, letMailboxGo, noteMailbox, noteStray, takeMail } from './commands.ts'
import { workspaceOfMail } from './queries.ts'
import { tokensIn } from './rules.ts'

/** A server that says nothing for so long no longer reads the mailbox; another one does. */
const holdMs = 60_000
const renewMs = 15_000
/** A connection that worked and ended is made again at once; one that does not work, at growing intervals. */
const againMs = 1000
const leastPauseMs = 5000
const mostPauseMs = 300_000

/** Reads the mailbox for orders, on one server of several. */
export function workOnMailIn(deps: Deps, reroute: Reroute): void {
  const { mailIn } = deps.config
  if (!mailIn) return
  const holder = randomUUID()
  deps.queue.run(async (signal) => {
    let failures = 0
    while (!signal.aborted) {
      const isHeld = await holdMailbox(deps, holder, holdMs).catch(() => false)
      if (isHeld) failures = (await readWhileHeld(deps, holder, reroute, signal)) ? 0 : failures + 1
      const pause = failures ? Math.min(leastPauseMs * 2 ** (failures - 1), mostPauseMs) : isHeld ? againMs : renewMs
      await delay(pause, undefined, { signal }).catch(() => {})
    }
    await letMailboxGo(deps, holder).catch(() => {})
  })
}

/** Reads mail until the connection ends, or another server holds the mailbox. Returns whether it could be read at all. */
async function readWhileHeld(deps: Deps, holder: string, reroute: Reroute, signal: AbortSignal): Promise<boolean> {
  const lost = new AbortController()
  const holding = setInterval(() => {
    holdMailbox(deps, holder, holdMs).then(
      (isHeld) => isHeld || lost.abort(),
      () => lost.abort(),
    )
  }, renewMs)
  let hasRead = false
  try {
    await readMailbox(deps.config.mailIn!.url, {
      mostBytes: mostMailBytes,
      signal: AbortSignal.any([signal, lost.signal]),
      take: (mail) => takeRaw(deps, reroute, mail),
      onRead: async () => {
        hasRead = true
        await noteMailbox(deps, null)
      },
    })
  } catch (error) {
    const { responseText, message } = error as Error & { responseText?: string }
    await noteMailbox(deps, responseText ?? message).catch(() => {})
    deps.report(error, 'reading the mailbox for orders')
  } finally {
    clearInterval(holding)
  }
  return hasRead
}

const tooLarge = 'The mail is larger than 20 MB. Send fewer files, or import them on the page.'
const failed = 'Something went wrong on our side, and nothing was taken. Import the file on the page.'

/** Brings a mail to each workspace whose address it has. What goes to an address of none is noted for the operator. */
export async function takeRaw(deps: Deps, reroute: Reroute, { source, isTooLarge }: RawMail): Promise<void> {
  const mail = await readMail(source)
  const problem = isTooLarge ? tooLarge : null
  const tokens = tokensIn(mail.recipients, deps.config.mailIn!.address)
  const found = await Promise.all(tokens.map((token) => workspaceOfMail(deps.db, token)))
  for (const workspaceId of found) {
    if (!workspaceId) continue
    const take = (why: string | null) =>
      again(() => inWorkspace(deps.db, workspaceId, (trx) => takeMail(trx, deps, workspaceId, mail, reroute, why)))
    try {
      await take(problem)
    } catch (error) {
      if (isPassing(error)) throw error
      if (!(error instanceof AppError)) deps.report(error, 'taking orders from a mail')
      await take(error instanceof AppError ? error.message : failed)
    }
  }
  // Last, so that a mail that comes again after an error is not noted twice.
  if (found.length === 0 || found.includes(undefined)) await noteStray(deps)
}
