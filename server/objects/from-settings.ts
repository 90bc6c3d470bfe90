import { diskBytes } from './disk.ts'
import type { Folders } from './folders.ts'
import { openObjects } from './open.ts'
import { piecesOnDisk } from './pieces-on-disk.ts'
import type { ByteStore, ObjectStore } from './store.ts'

type Parts = {
  folders: Folders
  claim: (content: { sha256: string; bytes: number }) => Promise<void>
  checkRoom: () => void
}

/** The store of objects that the settings ask for. */
export function objectsFrom({ folders, claim, checkRoom }: Parts): ObjectStore {
  return openObjects({ bytes: bytesFrom(folders), pieces: piecesOnDisk(folders.parts), folders, claim, checkRoom })
}

export function bytesFrom(folders: Folders): ByteStore {
  return diskBytes(folders)
}
