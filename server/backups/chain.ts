import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readHeader, type BackupHeader } from '../db/backup-file.ts'
import { StartError } from '../start-error.ts'

type Link = { file: string; header: BackupHeader }

/**
 * A backup with `--since` continues an earlier one, which may continue another. Puts them in order, the oldest first. Those
 * that were not named are found next to the ones that continue them.
 * @throws StartError naming what is missing, or what does not belong
 */
export async function readChain(files: string[], passphrase?: string): Promise<string[]> {
  const given: Link[] = []
  for (const file of files) given.push({ file, header: await readHeader(file, passphrase) })
  const continued = new Set(given.map(({ header }) => header.since?.id))
  const [last, ...others] = given.filter(({ header }) => header.id === undefined || !continued.has(header.id))
  if (!last || others.length > 0) {
    throw new StartError('These backups do not continue each other: name one, and those that it continues.')
  }
  const chain = [last]
  for (let { since } = last.header; since; since = chain[0]!.header.since) {
    chain.unshift(given.find(({ header }) => header.id === since!.id) ?? (await besides(chain[0]!, since, passphrase)))
  }
  return chain.map(({ file }) => file)
}

async function besides({ file }: Link, since: NonNullable<BackupHeader['since']>, passphrase?: string): Promise<Link> {
  const found = join(dirname(file), since.file)
  if (existsSync(found)) {
    const header = await readHeader(found, passphrase)
    if (header.id === since.id) return { file: found, header }
  }
  throw new StartError(
    `${file} continues the backup of ${since.createdAt}, ${since.file}, which is not here: name it too, or put it next to this one.`,
  )
}
