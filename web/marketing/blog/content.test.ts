import { expect, test } from 'vitest'
import { countWords } from '../markdown/render-markdown.ts'
import { findLegalText } from '../legal/legal.server.ts'
import { entryPages, publicPages } from '../pages.ts'
import { articlePath, categories, caseStudyPath } from './article.ts'
import { allArticles, featuredArticle, relatedArticles } from './articles.server.ts'
import { allCaseStudies } from './case-studies.server.ts'

const plain = (html: string) => html.replace(/<[^>]+>/g, ' ')
const legal = [findLegalText('privacy'), findLegalText('terms')]

test('there are at least ten articles, newest first, with every field in the specification', () => {
  expect(allArticles.length).toBeGreaterThanOrEqual(10)
  const dates = allArticles.map(({ article }) => article.date)
  expect(dates).toEqual(dates.toSorted().reverse())
  for (const { article } of allArticles) {
    expect(Object.keys(article).toSorted()).toEqual(
      ['author', 'category', 'date', 'excerpt', 'id', 'image', 'readTime', 'title'].toSorted(),
    )
    expect(article.readTime).toMatch(/^\d+ min read$/)
    expect(article.author).toMatchObject({ name: expect.any(String), role: expect.any(String) })
    expect(article.author.avatar.initials).toMatch(/^[A-Z]{2}$/)
  }
})

test('articles have 900 to 1500 words and a date in 2026 that is not in the future', () => {
  const wrong = allArticles.filter(({ article, prose }) => {
    const words = countWords(plain(prose.html))
    return words < 900 || words > 1500 || article.date < '2026-01-01' || article.date > '2026-11-20'
  })
  expect(wrong.map(({ article }) => article.id)).toEqual([])
})

test('every category has an article, no picture repeats, and one article is featured', () => {
  expect(new Set(allArticles.map(({ article }) => article.category))).toEqual(new Set(categories))
  const pictures = [
    ...allArticles.map(({ article }) => article.image),
    ...allCaseStudies.map(({ study }) => study.image),
  ]
  expect(new Set(pictures).size).toBe(pictures.length)
  expect(featuredArticle().id).toBe('nearest-stop-first')
})

test('related articles exclude the article itself and prefer its category', () => {
  for (const { article } of allArticles) {
    const related = relatedArticles(article.id)
    expect(related).toHaveLength(3)
    expect(related.map(({ id }) => id)).not.toContain(article.id)
  }
  expect(relatedArticles('nearest-stop-first')[0]?.category).toBe('Route Planning')
})

test('the three case studies have the industries and nine results in the specification', () => {
  expect(allCaseStudies.map(({ study }) => [study.id, study.industry, ...study.results])).toEqual([
    [1, 'Retail & E-commerce', 'Delivery times cut 45%', 'Delivery capacity up 60%', 'Customer satisfaction up 35%'],
    [2, '3PL & Logistics', '30-minute delivery windows', 'Operating costs down 25%', 'Service coverage up 300%'],
    [3, 'Sustainability', 'Carbon emissions down 60%', 'Fuel costs down 40%', 'Route efficiency up 30%'],
  ])
})

test('every case study opens by saying it is illustrative and has 600 to 950 words', () => {
  for (const { prose } of allCaseStudies) {
    expect(prose.html).toMatch(/^<p>This case study is illustrative: /)
    const words = countWords(plain(prose.html))
    expect(words).toBeGreaterThanOrEqual(600)
    expect(words).toBeLessThanOrEqual(950)
  }
})

test('both legal texts are dated March 15, 2024 and have 1000 to 2400 words', () => {
  for (const { fields, prose } of legal) {
    expect(fields.updated).toBe('2024-03-15')
    const words = countWords(plain(prose.html))
    expect(words).toBeGreaterThanOrEqual(1000)
    expect(words).toBeLessThanOrEqual(2400)
    expect(prose.contents.length).toBeGreaterThan(8)
  }
})

test('internal links in our texts lead to pages that exist', () => {
  const paths = new Set([
    ...[...publicPages, ...entryPages].map((page) => page.path),
    ...allArticles.map(({ article }) => articlePath(article)),
    ...allCaseStudies.map(({ study }) => caseStudyPath(study)),
  ])
  const texts = [...allArticles, ...allCaseStudies, ...legal].map(({ prose }) => prose.html)
  const links = texts.flatMap((html) => [...html.matchAll(/href="(\/[^"#]*)/g)].map(([, path]) => path!))
  expect(links.length).toBeGreaterThan(30)
  expect(links.filter((path) => !paths.has(path))).toEqual([])
})
