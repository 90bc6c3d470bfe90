import { uploadFile, UploadRefused } from '#domain/resumable-upload.ts'
import type { Database, KeptPhoto } from '../store/database.ts'
import { ApiError, type Api } from './api.ts'

const bucket = 'proofs'

/**
 * Sends a photo, and its original where that is kept. Each is in the folder of the driver, under the photo's ID.
 * @returns whether the server has it; otherwise it never takes it
 */
export async function uploadPhoto(db: Database, api: Api, photo: KeptPhoto): Promise<boolean> {
  const keepUrls = (urls: Partial<KeptPhoto>) => db.put('photos', Object.assign(photo, urls))
  const tools = {
    send: async (method: string, url: string, init: RequestInit) => (await api.raw(method, url, init)).reply,
    base64: (text: string) => btoa(text),
  }
  const name = `${api.userId}/${photo.id}`
  const { blob, original, upload_url, original_url } = photo
  try {
    const keepUrl = (url: string) => keepUrls({ upload_url: url })
    await uploadFile(tools, { bucket, name, content: blob, url: upload_url, keepUrl })
    if (original) {
      const keepUrl = (url: string) => keepUrls({ original_url: url })
      await uploadFile(tools, { bucket, name: `${name}-original`, content: original, url: original_url, keepUrl })
    }
    return true
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    if (error.isFinal) return false
    throw new ApiError('busy', error.status, {}, error.retryAfterSeconds * 1000 || null)
  }
}
