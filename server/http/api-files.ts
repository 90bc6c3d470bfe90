import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '#domain/api/all.ts'
import { llmsText } from '#domain/openapi/llms.ts'
import { postmanCollection } from '#domain/openapi/postman.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { openApiDocument, writeYaml } from './openapi.ts'

/** Serves what programs and their authors read about the API. Each file is made when it is first asked for. */
export function registerApiFiles(app: FastifyInstance, publicUrl: string): void {
  const document = once(() => openApiDocument(allEndpoints, publicUrl, packageJson.version))
  const files = {
    '/openapi.yaml': { type: 'application/yaml', text: once(() => writeYaml(document())) },
    '/openapi.json': { type: 'application/json', text: once(() => JSON.stringify(document())) },
    '/karta.postman_collection.json': {
      type: 'application/json',
      text: once(() => JSON.stringify(postmanCollection(document(), publicUrl))),
    },
    '/llms.txt': { type: 'text/plain; charset=utf-8', text: () => llmsText(publicUrl) },
  }
  for (const [path, { type, text }] of Object.entries(files))
    app.get(path, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(text()))
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => (made ??= make())
}
