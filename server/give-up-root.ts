import { closeSync, mkdtempSync, openSync, rmdirSync } from 'node:fs'
import { join } from 'node:path'

type User = { uid: number; gid: number }

/**
 * Makes this process run as an ordinary user from now on, if root started it and everything still works then. Call it
 * when ports are open and folders are made.
 * @param stillWorks rejects with the reason if something does not work as that user
 * @returns why it goes on as root, if it does
 */
export async function giveUpRoot({ uid, gid }: User, stillWorks: () => Promise<void>): Promise<string | undefined> {
  const groups = process.getgroups!()
  try {
    // At first in a way that can be undone.
    process.setgroups!([gid])
    process.setegid!(gid)
    process.seteuid!(uid)
    await stillWorks()
  } catch (error) {
    back(groups)
    return (error as Error).message
  }
  back([gid])
  process.setgid!(gid)
  process.setuid!(uid)
  return undefined
}

function back(groups: number[]): void {
  process.seteuid!(0)
  process.setegid!(0)
  process.setgroups!(groups)
}

/** @throws Error naming the first file or folder that cannot be read */
export function checkReadable(paths: string[]): void {
  for (const path of paths) {
    try {
      closeSync(openSync(path, 'r'))
    } catch (error) {
      throw new Error(`user ${process.geteuid!()} cannot read ${path}`, { cause: error })
    }
  }
}

/** @throws Error naming the first folder that cannot be written to */
export function checkWritable(folders: string[]): void {
  for (const folder of folders) {
    try {
      // By doing it: asking for permission would ask for the real user, who is still root.
      rmdirSync(mkdtempSync(join(folder, 'try-')))
    } catch (error) {
      throw new Error(`user ${process.geteuid!()} cannot write to ${folder}`, { cause: error })
    }
  }
}
