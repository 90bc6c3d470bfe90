import { articlePath, caseStudyPath } from './blog/article.ts'
import { articleSlugs, caseStudySlugs } from './blog/slugs.ts'
import { siteOrigin } from './page-meta.ts'
import { publicPages } from './pages.ts'

/** `/sitemap.xml`, written at build time: every page that search engines should list. */
export function loader(): Response {
  const paths = [
    ...publicPages.filter((page) => page.isListed !== false).map((page) => page.path),
    ...articleSlugs.map((id) => articlePath({ id })),
    ...caseStudySlugs.map((slug) => caseStudyPath({ slug })),
  ]
  const entries = paths.map((path) => `  <url><loc>${siteOrigin()}${path}</loc></url>`)
  return new Response(
    `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`,
    { headers: { 'content-type': 'application/xml' } },
  )
}
