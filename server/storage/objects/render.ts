import type { FastifyInstance } from 'fastify'
import { StorageError } from '../protocol/errors.ts'

/** Karta changes no images, and says so where a client asks for a changed one. */
export function registerRendering(storage: FastifyInstance): void {
  for (const kind of ['authenticated', 'public', 'sign']) {
    storage.get(`/render/image/${kind}/:bucket/*`, async () => {
      throw new StorageError('no_images')
    })
  }
}
