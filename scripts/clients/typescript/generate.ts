import { readFileSync } from 'node:fs'
import { join } from 'node:path'
// @ts-ignore: `npm ci` installs it in this folder; the rest of the code is checked without it too.
import openapiTypeScript, { astToString } from 'openapi-typescript'

/** The TypeScript client of an OpenAPI document: its types, and a client over `fetch` that knows them. */
export async function typescriptClient(yaml: string): Promise<Record<string, string>> {
  const types: string = astToString(await openapiTypeScript(yaml, { silent: true, defaultNonNullable: false }))
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
