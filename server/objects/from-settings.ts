import { diskBytes } from './disk.ts'
import type { Folders } from './folders.ts'
import { openObjects } from './open.ts'
import { piecesOnDisk } from './pieces-on-disk.ts'
import { s3Bytes, type S3Settings } from './s3.ts'
import type { ByteStore, ObjectStore } from './store.ts'

type Parts = {
  folders: Folders
  claim: (content: { sha256: string; bytes: number }) => Promise<void>
  checkRoom: () => void
}

/** The store of objects that the settings ask for: S3, or else this machine's disk. */
export async function objectsFrom(s3: S3Settings | undefined, parts: Parts): Promise<ObjectStore> {
  const { folders } = parts
  if (s3) return openObjects({ ...(await s3Bytes(s3)), ...parts })
  return openObjects({ bytes: diskBytes(folders), pieces: piecesOnDisk(folders.parts), ...parts })
}

/** Its bytes alone, to read them. */
export async function bytesFrom(s3: S3Settings | undefined, folders: Folders): Promise<ByteStore> {
  return s3 ? (await s3Bytes(s3)).bytes : diskBytes(folders)
}
