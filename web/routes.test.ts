import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = import.meta.dirname
const pages = [...readFileSync(`${folder}/routes.ts`, 'utf8').matchAll(/'([\w/-]+\.tsx)'/g)]
  .map(([, file]) => file!)
  .filter((file) => file.includes('/') && !file.endsWith('/layout.tsx'))

test('every page is area/thing/page.tsx', () => {
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.filter((file) => !/^[a-z]+\/([a-z-]+\/)+page\.tsx$/.test(file))).toEqual([])
})

test('every page file has an address', () => {
  const files = globSync('*/**/page.tsx', { cwd: folder })
  expect(files.filter((file) => !pages.includes(file))).toEqual([])
  expect(pages.filter((file) => !existsSync(`${folder}/${file}`))).toEqual([])
})
