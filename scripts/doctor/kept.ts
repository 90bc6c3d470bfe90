import { createHash, randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openBackups } from '#server/backups/scheduled.ts'
import type { Config } from '#server/config.ts'
import { s3Bytes } from '#server/objects/s3.ts'
import { about, reasonOf, type Finding } from './finding.ts'

/** Stores a few bytes in the bucket, reads them and removes them again. */
export async function checkObjects({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Finding[]> {
  const { right, wrong } = about('Uploaded files')
  if (!s3) return [right(`in ${join(dataDir, 'objects')}`)]
  const where = `bucket ${s3.bucket}${s3.endpoint ? ` at ${new URL(s3.endpoint).host}` : ''}`
  const folder = mkdtempSync(join(tmpdir(), 'karta-doctor-'))
  const { bytes, close } = await s3Bytes(s3)
  try {
    const content = randomBytes(64)
    const [sha256, md5] = ['sha256', 'md5'].map((name) => createHash(name).update(content).digest('hex')) as [
      string,
      string,
    ]
    const file = join(folder, 'probe')
    writeFileSync(file, content)
    const startedAt = performance.now()
    await bytes.place(file, { sha256, md5, bytes: content.length })
    const ms = Math.round(performance.now() - startedAt)
    const found = await buffer(await bytes.open(sha256))
    await bytes.remove(sha256)
    if (!found.equals(content)) return [wrong(`${where} returns other bytes than it got`, 'choose another store')]
    return [right(`${where} stores, returns and deletes; a small file takes ${ms} ms`)]
  } catch (error) {
    return [
      wrong(`${where}: ${reasonOf(error)}`, 'correct the settings that begin with S3_, and the rights of that key'),
    ]
  } finally {
    close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether backups are written, encrypted, and recent. */
export async function checkBackups({ backups, backupPassphrase }: Pick<Config, 'backups' | 'backupPassphrase'>) {
  const { right, warning, wrong } = about('Backups')
  if (!backups) return [warning('none on a schedule', 'set BACKUP_DIR to a folder on another disk')]
  const { folder, every } = backups
  if (!existsSync(folder)) return [right(`the next start makes ${folder}`)]
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    return [wrong(`${folder}: ${reasonOf(error)}`, 'give BACKUP_DIR to the user who runs Karta')]
  }
  const age = await openBackups(backups, () => new Date()).ageSeconds()
  if (age === undefined) return [warning(`none in ${folder} yet`, 'look again when Karta has run for an hour')]
  const hours = Math.round(age / 360) / 10
  const periodSeconds = 'seconds' in every ? every.seconds : 86_400
  if (age > 2 * periodSeconds)
    return [wrong(`the newest in ${folder} is ${hours} hours old`, 'see the log of Karta for why backups fail')]
  const says = `the newest in ${folder} is ${hours} hours old`
  if (backupPassphrase) return [right(`${says}; they are encrypted`)]
  return [warning(`${says}; they are not encrypted`, 'set BACKUP_PASSPHRASE, since they contain everything')]
}
