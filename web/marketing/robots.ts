import { siteOrigin } from './page-meta.ts'

/** `/robots.txt`, written at build time: crawlers may read every public page and nothing else. */
export function loader(): Response {
  return new Response(
    `User-agent: *
Disallow: /dashboard/
Disallow: /my-account
Disallow: /operator
Disallow: /v1/
Disallow: /auth/
Disallow: /dev/

Sitemap: ${siteOrigin()}/sitemap.xml
`,
    { headers: { 'content-type': 'text/plain' } },
  )
}
