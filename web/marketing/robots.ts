import { siteOrigin } from './page-meta.ts'

/** `/robots.txt`: crawlers may read every public page, and have no business elsewhere. Written by the build. */
export function loader(): Response {
  return new Response(
    `User-agent: *
Disallow: /dashboard/
Disallow: /my-account
Disallow: /v1/
Disallow: /auth/
Disallow: /dev/

Sitemap: ${siteOrigin()}/sitemap.xml
`,
    { headers: { 'content-type': 'text/plain' } },
  )
}
