import { open } from 'node:fs/promises'

/** Makes names in the folder survive a crash. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders, and keeps names without this.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
