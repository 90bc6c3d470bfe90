import { uploadFile, UploadRefused } from '#domain/resumable-upload.ts'
import { newIdempotencyKey, sendToStorage } from './call.ts'

/** A file could not be uploaded, with a sentence for whoever chose it. */
export class UploadError extends Error {}

const sentences: Record<number, string> = {
  401: 'Your session has ended. Sign in again.',
  403: 'You may not upload files in this workspace.',
  413: 'The file is too large.',
  415: 'Files of this kind are not taken.',
  429: 'Too much was uploaded at once. Try again in a minute.',
  507: 'There is no room for more files.',
}

type Upload = { bucket: string; userId: string; content: Blob; onProgress?: (share: number) => void }

/**
 * Uploads a file into the person's own folder of a bucket.
 * @returns the name it has there
 * @throws UploadError, CallError `offline`
 */
export async function upload({ bucket, userId, content, onProgress }: Upload): Promise<string> {
  const name = `${userId}/${newIdempotencyKey()}`
  const send = async (method: string, url: string, init: RequestInit) => {
    const answer = await sendToStorage(method, url as `/storage/v1/${string}`, init)
    const arrived = Number(answer.headers.get('upload-offset'))
    if (answer.ok && method === 'PATCH') onProgress?.(arrived / content.size)
    return answer
  }
  try {
    const tools = { send, base64: (text: string) => btoa(text) }
    await uploadFile(tools, { bucket, name, content, url: null, keepUrl: async () => undefined })
    return name
  } catch (error) {
    if (!(error instanceof UploadRefused)) throw error
    throw new UploadError(sentences[error.status] ?? 'The file could not be uploaded. Try again.')
  }
}
