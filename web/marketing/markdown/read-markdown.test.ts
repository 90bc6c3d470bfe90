import { expect, test } from 'vitest'
import { z } from 'zod'
import { MarkdownError } from './front-matter.ts'
import { readMarkdown } from './read-markdown.ts'
import { countWords } from './render-markdown.ts'

const shape = { title: z.string().min(1), date: z.iso.date() }
const front = '---\ntitle: Keys\ndate: 2026-03-01\n---\n'
const read = (body: string) => readMarkdown('posts/keys.md', `${front}${body}`, shape)

test('front matter and body are split', () => {
  const { fields, prose } = read('Hello *there*.')
  expect(fields).toEqual({ title: 'Keys', date: '2026-03-01' })
  expect(prose.html).toBe('<p>Hello <em>there</em>.</p>\n')
})

test.each([
  ['a missing field', '---\ntitle: Keys\n---\nText', /posts\/keys\.md: the front matter field "date" is wrong/],
  [
    'a wrong field',
    '---\ntitle: Keys\ndate: soon\n---\nText',
    /posts\/keys\.md: the front matter field "date" is wrong/,
  ],
  ['an unknown field', `${front.replace('title', 'mood: fine\ntitle')}Text`, /posts\/keys\.md: .* "mood"/],
  ['no front matter', 'Text', /posts\/keys\.md must start with front matter/],
  ['front matter that is not YAML', '---\ntitle: [\n---\nText', /front matter of posts\/keys\.md is not YAML/],
  ['no text', front, /posts\/keys\.md has no text/],
  ['a level-one heading', `${front}# Keys`, /posts\/keys\.md: start headings at "##"/],
  ['an image in the text', `${front}![a](b.png)`, /posts\/keys\.md: pictures come from the front matter/],
  [
    'a link that runs a script',
    `${front}[a](javascript:alert)`,
    /posts\/keys\.md: "javascript:alert" is not an allowed link/,
  ],
  [
    'a protocol-relative link',
    `${front}[a](//example.com)`,
    /posts\/keys\.md: "\/\/example.com" is not an allowed link/,
  ],
  ['an http link', `${front}[a](http://example.com)`, /is not an allowed link/],
])('%s fails the build with a clear message', (_what, text, sentence) => {
  const reading = () => readMarkdown('posts/keys.md', text, shape)
  expect(reading).toThrow(MarkdownError)
  expect(reading).toThrow(sentence)
})

test('headings get unique IDs, and level-two headings make the table of contents', () => {
  const { prose } = read("## What it costs\n\n### Détails\n\n## What it costs\n\n## `a` & *b*'s")
  expect(prose.html).toContain('<h2 id="what-it-costs">What it costs</h2>')
  expect(prose.html).toContain('<h3 id="details">Détails</h3>')
  expect(prose.contents).toEqual([
    { id: 'what-it-costs', title: 'What it costs' },
    { id: 'what-it-costs-2', title: 'What it costs' },
    { id: 'a-bs', title: "a & b's" },
  ])
})

test('raw HTML is escaped', () => {
  const { prose } = read('Say <b onclick="x()">hi</b>\n\n<script>alert(1)</script>\n\n```html\n<i>\n```\n\n`<u>`')
  expect(prose.html).not.toMatch(/<(b|script|i|u)[ >]/)
  expect(prose.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('internal links stay in the tab, and external links open a new one without a referrer', () => {
  const { prose } = read('[plans](/pricing) [up](#top) [there](https://example.com/?a=1&b="2")')
  expect(prose.html).toContain('<a href="/pricing">plans</a> <a href="#top">up</a>')
  expect(prose.html).toMatch(
    /<a href="https:\/\/example\.com\/[^"]*" target="_blank" rel="noopener noreferrer">there<\/a>/,
  )
})

test('a table scrolls in its own labeled box and keeps its alignment', () => {
  const { prose } = read('| Stop | Distance |\n| --- | ---: |\n| Menteng | 2.10 km |')
  expect(prose.html).toContain(
    '<div class="table-scroll" role="region" tabindex="0" aria-label="Table: Stop, Distance">',
  )
  expect(prose.html).toContain('<th scope="col" class="align-right">Distance</th>')
  expect(prose.html).toContain('<td class="align-right">2.10 km</td>')
})

test.each([
  [1, 1],
  [230, 1],
  [460, 2],
  [1150, 5],
])('%i words take %i minutes', (words, minutes) => {
  expect(read('word '.repeat(words)).prose.readingMinutes).toBe(minutes)
})

test('markup, link targets and table rules don’t count as words', () => {
  expect(
    countWords('## One two\n\n[three](/not-counted) **four**\n\n| five | six |\n| --- | --- |\n| 7.5 | eight |'),
  ).toBe(8)
})
