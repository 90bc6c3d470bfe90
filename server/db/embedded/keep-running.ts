import type { EmbeddedDatabase } from './start.ts'

const firstPauseMs = 100
const longestPauseMs = 30_000
/** A database that ran this long did not end because of how it was started. */
const stableMs = 10_000
/** About six minutes. After that, somebody has to look. */
const mostFailures = 20

type Options = {
  log: (line: string) => void
  /** Called when starting failed too often in a row. */
  giveUp: (why: string) => void
  wait: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
  /** In milliseconds. */
  now: () => number
}

export type KeptDatabase = {
  /** How often it was started again. */
  restarts(): number
  /** Starts it no more, and waits for a start that is under way. It then has to be stopped itself. */
  letGo(): Promise<void>
}

/** Starts the database again whenever it ends by itself, sooner at first and more and more slowly if that does not last. */
export function keepRunning(
  database: Pick<EmbeddedDatabase, 'restart' | 'onUnexpectedExit'>,
  { log, giveUp, wait, now }: Options,
): KeptDatabase {
  const lettingGo = new AbortController()
  const { signal } = lettingGo
  let restarts = 0
  let pauses = 0
  let startedAt = now()
  let restarting: Promise<void> = Promise.resolve()

  const watch = () =>
    database.onUnexpectedExit((why) => {
      if (signal.aborted) return
      log(`${why}. Karta starts it again and answers 503 until then; nothing acknowledged is lost.`)
      if (now() - startedAt >= stableMs) pauses = 0
      restarting = restart()
    })
  const restart = async () => {
    for (let failures = 0; failures < mostFailures; failures++) {
      await wait(Math.min(firstPauseMs * 2 ** pauses++, longestPauseMs), signal).catch(() => {})
      if (signal.aborted) return
      const error = await database.restart().then(
        () => undefined,
        (failure: Error) => failure,
      )
      if (!error) {
        restarts++
        startedAt = now()
        log('The database runs again.')
        return watch()
      }
      log(`The database could not be started again: ${error.message}`)
    }
    giveUp(`The database could not be started again ${mostFailures} times in a row, so Karta ends.`)
  }

  watch()
  return {
    restarts: () => restarts,
    async letGo() {
      lettingGo.abort()
      await restarting
    },
  }
}
