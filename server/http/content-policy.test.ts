import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { contentPolicy, hashOf, libraryStyles } from './content-policy.ts'

const site = { tileUrl: 'none', mapUrl: undefined, publicUrl: 'http://localhost:3000' }
const styleSources = (html?: string) => contentPolicy(site, html).directives.styleSrc

test('styles pass by hash: those of the component library, and the attributes of this very page', () => {
  const library = libraryStyles.map(hashOf)
  expect(styleSources()).toEqual(["'self'", ...library])
  const html = `<p title="style=&quot;x" style="width:82%">a</p><i class="b" style="content:&quot;&amp;&#x27;"></i><b style="width:82%">`
  const expected = ['width:82%', `content:"&'`].map(hashOf)
  expect(styleSources(html)).toEqual(["'self'", ...library, "'unsafe-hashes'", ...expected])
})

test('the component library still adds the styles that the policy allows, and no others', () => {
  const folder = join(dirname(fileURLToPath(import.meta.resolve('react-aria/usePress'))), '..')
  const sources = ['interactions/usePress.mjs', 'overlays/usePreventScroll.mjs'].map((path) =>
    readFileSync(join(folder, 'private', path), 'utf8'),
  )
  const added = sources.map((source) => /style\.textContent = `([^`]*)`/.exec(source)![1]!.trim())
  const attribute = /"(data-react-aria-pressable)"|'(data-react-aria-pressable)'/.exec(sources[0]!)![0].slice(1, -1)
  expect(added.map((text) => text.replace(/\$\{[^}]*\}/, attribute))).toEqual(libraryStyles)
})

test('pages may connect to the site itself, by socket too, and nowhere else', () => {
  const connectsTo = (publicUrl: string) => contentPolicy({ ...site, publicUrl }).directives.connectSrc
  expect(connectsTo('http://localhost:3000')).toEqual(["'self'", 'ws://localhost:3000'])
  expect(connectsTo('https://karta.example.com')).toEqual(["'self'", 'wss://karta.example.com'])
})
