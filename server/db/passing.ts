import { outdatedStatement, statementEnded } from './sqlstates.ts'

/**
 * PostgreSQL is busy, restarting or unreachable, a workspace is being moved (25006), a statement took too long or is outdated, or two
 * transactions blocked each other.
 */
const codes =
  /^(0A000|57P0\d|57014|08\w{3}|53\w{3}|55P03|25006|25P0[34]|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Messages of the driver that have no code: no connection, a lost one, or none free in time. */
const messages =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/

type Failure = { code?: string; syscall?: string; message?: string }

/** Whether a failure is only temporary, so that the same call is worth trying again soon. */
export function isPassing(error: unknown): boolean {
  const { code = '', syscall, message = '' } = error as Failure
  // The socket of the embedded database is missing. A missing file would be something else.
  if (code === 'ENOENT') return syscall === 'connect'
  return code ? codes.test(code) : messages.test(message)
}

/** Whether a statement took longer than its kind of work may (`patience.ts`). */
export function ranOut(error: unknown): boolean {
  const { code, message = '' } = error as Failure
  return code === statementEnded && message.includes('statement timeout')
}

const attempts = 3
/** More than a server has connections, each of which may have prepared the statement. */
const attemptsAfterUpgrade = 20

/**
 * Runs a transaction again if it conflicted with another one: PostgreSQL ends one of the two, and then the other one can
 * continue; or if a newer server has just changed a table. `work` must do nothing but its transaction.
 */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const { code = '' } = error as Failure
      const most = code === outdatedStatement ? attemptsAfterUpgrade : attempts
      if (attempt >= most || !/^(0A000|40001|40P01)$/.test(code)) throw error
    }
  }
}
