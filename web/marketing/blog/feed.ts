import { escapeHtml } from '#domain/escape-html.ts'
import { siteOrigin } from '../page-meta.ts'
import { articlePath, type Article } from './article.ts'
import { allArticles } from './articles.server.ts'

/** `/feed.xml` for feed readers, written at build time. */
export function loader(): Response {
  const items = allArticles.map(({ article }) => itemOf(article)).join('\n')
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0">
<channel>
  <title>Karta: articles</title>
  <link>${siteOrigin()}/blog</link>
  <description>Practical articles on last-mile delivery.</description>
  <language>en-us</language>
${items}
</channel>
</rss>
`,
    { headers: { 'content-type': 'application/rss+xml' } },
  )
}

function itemOf(article: Article): string {
  const address = `${siteOrigin()}${articlePath(article)}`
  return `  <item>
    <title>${escapeHtml(article.title)}</title>
    <link>${address}</link>
    <guid>${address}</guid>
    <category>${escapeHtml(article.category)}</category>
    <pubDate>${new Date(article.date).toUTCString()}</pubDate>
    <description>${escapeHtml(article.excerpt)}</description>
  </item>`
}
