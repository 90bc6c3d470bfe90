import { mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '#domain/errors.ts'
import type { Account } from '../db/embedded/account.ts'
import { handOver } from '../db/embedded/home.ts'
import { StartError } from '../start-error.ts'

/** The folders of the store, besides one for each first byte of a hash, which is made when it is needed. */
export type Folders = {
  root: string
  /** What is arriving. Nothing in it outlives a restart. */
  arriving: string
  /** Pieces of uploads that take several requests. */
  parts: string
}

export const foldersIn = (root: string): Folders => ({
  root,
  arriving: join(root, 'arriving'),
  parts: join(root, 'parts'),
})

/**
 * Makes the folders, and gives them to the account that the server goes on as. Call it before listening.
 * @throws StartError if they cannot be made
 */
export function makeFolders(root: string, account?: Account): Folders {
  const folders = foldersIn(root)
  for (const folder of Object.values(folders)) {
    try {
      // Others may pass through the data folder, but not look into it, as where the embedded database makes it.
      mkdirSync(dirname(root), { recursive: true, mode: 0o711 })
      mkdirSync(folder, { recursive: true, mode: 0o700 })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StartError(
        `The folder ${folder} cannot be made (${code}): set DATA_DIR to a folder that Karta may use.`,
      )
    }
    handOver(folder, account)
  }
  return folders
}

/** Gives everything in the folder to the account, after root put it there. */
export function handOverAll(root: string, account: Account): void {
  if (!account) return
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' })) handOver(join(root, name), account)
}

/** A full disk, or a user's share of it that is used up, is an expected failure. */
export function diskError(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') throw new AppError('storage_full')
  throw error
}
