import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { allEndpoints } from '#domain/api/all.ts'
import { openApiYaml } from '#server/http/openapi.ts'

const root = join(import.meta.dirname, '..')
const page = readFileSync(join(root, 'docs/glossary.md'), 'utf8')
const table = page.split('## Words of the board')[1]!.split('\n## ')[0]!
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Word') && !line.startsWith('| ---'))
  .map(
    (line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, 5) as [string, string, string, string],
  )

test('the words of the board are those of the API', () => {
  const document = parse(openApiYaml(allEndpoints, 'https://karta.example', '1')) as { paths: Record<string, object> }
  const text = JSON.stringify(document)
  const missing = rows.flatMap(([, , api]) =>
    [...api.matchAll(/`([^`]+)`/g)].map((found) => found[1]!).filter((name) => !isKnown(name, document.paths, text)),
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(missing).toEqual([])
})

/** A method and path is an operation; anything else the name of a field, or one of its values. */
function isKnown(name: string, paths: Record<string, object>, text: string): boolean {
  const [method, path] = name.split(' ')
  if (path) return method!.toLowerCase() in (paths[path.replace(/^\/v1/, '')] ?? {})
  return text.includes(`"${name}"`)
}

test('the words of the board are on its screens', () => {
  const files = globSync('web/dispatcher/{planning,live}/**/*.{ts,tsx}', { cwd: root })
  const screens = files.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
  const missing = rows.flatMap(([, screen]) =>
    screen.split(/[,;] (?=[A-Z])|; /).filter((label) => !screens.includes(label)),
  )
  expect(missing).toEqual([])
})
