import { existsSync } from 'node:fs'
import { connectRunning } from '#server/db/embedded/connection.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { StartError } from '#server/start-error.ts'

type Where = { dataDir: string; databaseUrl: string | undefined }

/**
 * Runs `work` with the address of Karta's database. Starts the embedded one if it is not running.
 * @throws StartError if there is none
 */
export async function withDatabase<T>({ dataDir, databaseUrl }: Where, work: (url: string) => Promise<T>): Promise<T> {
  const running = databaseUrl ?? (await connectRunning(dataDir))
  if (running) return work(running)
  if (!existsSync(dataDir)) throw new StartError(`There is no data folder ${dataDir}. Has Karta been started with it?`)
  const database = await startEmbedded({ dataDir, log: say })
  try {
    return await work(database.url)
  } finally {
    await database.stop()
  }
}

/** Prints a message for people to standard error. Output for programs goes to standard output. */
export const say = (line: string) => void process.stderr.write(`${line}\n`)
