import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { ObjectSource } from '../db/backup-objects.ts'
import { storedIn } from '../db/embedded/home.ts'
import { foldersIn } from '../objects/folders.ts'
import { bytesFrom } from '../objects/from-settings.ts'
import { isOutage } from '../objects/outage.ts'
import type { ByteStore } from '../objects/store.ts'

/** What a backup reads objects with, whether a server runs or not. */
export async function readStored({
  dataDir,
  databaseUrl,
  s3,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>): Promise<ObjectSource> {
  const root = join(databaseUrl ? dataDir : storedIn(dataDir), 'objects')
  return readForBackup(await bytesFrom(s3, foldersIn(root)))
}

export const readForBackup = (bytes: ByteStore): ObjectSource => ({
  open: (sha256) => bytes.open(sha256),
  isLoss: (error) => !isOutage(error),
})
