import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerCors } from '../http/cors.ts'
import { readBodiesAsJson } from '../http/json-bodies.ts'
import { registerBuckets } from './buckets/endpoints.ts'
import { registerLists } from './objects/list-endpoints.ts'
import { registerManaging } from './objects/manage-endpoints.ts'
import { registerReading } from './objects/read.ts'
import { registerRendering } from './objects/render.ts'
import { registerSignedUpload, registerSigning } from './objects/sign-endpoints.ts'
import { registerUpload } from './objects/upload.ts'
import { registerStorageErrors, StorageError } from './protocol/errors.ts'
import { registerResumable } from './tus/endpoints.ts'

/** The storage service under `/storage/v1`. The official client speaks to it. */
export async function registerStorage(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (storage) => registerService(storage, deps), { prefix: '/storage/v1' })
}

async function registerService(storage: FastifyInstance, deps: Deps): Promise<void> {
  registerStorageErrors(storage)
  registerCors(storage)
  readBodiesAsJson(storage, () => new StorageError('bad_request', 'body is no valid JSON'))
  registerBuckets(storage, deps)
  registerReading(storage, deps)
  registerLists(storage, deps)
  registerSigning(storage, deps)
  registerManaging(storage, deps)
  registerRendering(storage)
  await storage.register(async (uploads) => {
    leaveBodies(uploads)
    registerUpload(uploads, deps)
    registerSignedUpload(uploads, deps)
    registerResumable(uploads, deps)
  })
}

/** Handlers read the bodies themselves. */
function leaveBodies(uploads: FastifyInstance): void {
  uploads.removeAllContentTypeParsers()
  uploads.addContentTypeParser('*', (_request, _body, done) => done(null))
}
