import { parentPort, workerData } from 'node:worker_threads'
import packageJson from '../../package.json' with { type: 'json' }
import { writeBackup } from '../db/backup.ts'
import { readStored } from './stored-objects.ts'
import type { BackupJob } from './tasks.ts'

const { ownerUrl, file, withObjects, encryption, ...stored } = workerData as BackupJob
const written = await writeBackup(ownerUrl, file, {
  productVersion: packageJson.version,
  objects: withObjects ? await readStored(stored) : undefined,
  ...(encryption && { encryption }),
})
parentPort!.postMessage(written)
