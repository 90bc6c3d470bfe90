import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { articleSlugs, caseStudySlugs } from './slugs.ts'

const filesIn = (folder: string) =>
  readdirSync(join(import.meta.dirname, folder))
    .map((file) => file.replace(/\.md$/, ''))
    .toSorted()

test('the slugs match the files in both folders', () => {
  expect(articleSlugs.toSorted()).toEqual(filesIn('posts'))
  expect(caseStudySlugs.toSorted()).toEqual(filesIn('case-studies'))
})
