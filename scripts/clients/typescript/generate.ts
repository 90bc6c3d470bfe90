import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTypeScript, { astToString } from 'openapi-typescript'

/** The TypeScript client of an OpenAPI document: its types, and a client over `fetch` that knows them. */
export async function typescriptClient(yaml: string): Promise<Record<string, string>> {
  const types = astToString(await openapiTypeScript(yaml, { silent: true, defaultNonNullable: false }))
  return {
    'karta-api.d.ts': types,
    'karta.ts': readFileSync(join(import.meta.dirname, 'client.ts'), 'utf8'),
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
  }
}

const manifest = {
  name: 'karta-client',
  version: '1.0.0',
  type: 'module',
  exports: './karta.ts',
  dependencies: { 'openapi-fetch': '^0.17.0' },
}
