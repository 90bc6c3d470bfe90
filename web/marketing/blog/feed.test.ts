import { expect, test } from 'vitest'
import { loader as sitemap } from '../sitemap.ts'
import { allArticles } from './articles.server.ts'
import { loader as feed } from './feed.ts'

test('the feed lists every article, newest first, with its date and URL', async () => {
  const xml = await feed().text()
  const links = [...xml.matchAll(/<guid>https:\/\/[^/]+(.+?)<\/guid>/g)].map(([, path]) => path)
  expect(links).toEqual(allArticles.map(({ article }) => `/blog/${article.id}`))
  expect(xml).toContain('<pubDate>Thu, 12 Nov 2026 00:00:00 GMT</pubDate>')
  // Markup in a title must not break the feed.
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|#39;)/)
})

test('the sitemap lists articles and case studies', async () => {
  const xml = await sitemap().text()
  expect(xml).toMatch(/<loc>https:\/\/[^/]+\/blog\/nearest-stop-first<\/loc>/)
  expect(xml).toMatch(/<loc>https:\/\/[^/]+\/blog\/case-studies\/green-grocery-fleet<\/loc>/)
})
