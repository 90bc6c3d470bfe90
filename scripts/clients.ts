// npm run clients [-- --url URL --into FOLDER]: writes typed clients, and collections for Postman and Bruno.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { allEndpoints } from '#domain/api/all.ts'
import { openApiDocument } from '#server/http/openapi.ts'
import packageJson from '../package.json' with { type: 'json' }
import { writeClients } from './clients/write.ts'
import { root } from './tools.ts'

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:3000' },
    into: { type: 'string', default: join(root, 'build/clients') },
  },
})
const folder = resolve(values.into)
await writeClients(openApiDocument(allEndpoints, values.url, packageJson.version), folder)
process.stdout.write(`The clients are in ${folder}.\n`)
