import type { MetaDescriptor } from 'react-router'
import { appConfig } from '#web/lib/app-config.ts'
import { entryPages, publicPages, type PublicPage } from './pages.ts'

/**
 * A placeholder for the site's address in prerendered pages. Only the running server knows the real one;
 * `server/http/site.ts` fills it in.
 */
const builtOrigin = 'https://karta.invalid'

/** The site's address without a trailing slash. */
export function siteOrigin(): string {
  return appConfig()?.public_url ?? builtOrigin
}

type PageFacts = {
  path: string
  title: string
  description: string
  /** A 1200 × 630 file in /social/, without its extension. */
  picture?: string
  isListed?: boolean
  /** Publication date, for articles. */
  published?: string
  /** Structured data for search engines, as defined by schema.org. */
  structured?: object
}

export function metaOf(page: PageFacts): MetaDescriptor[] {
  const { path, title, description, picture = 'karta', isListed = true, published, structured } = page
  const address = `${siteOrigin()}${path}`
  const image = `${siteOrigin()}/social/${picture}.png`
  return [
    { title: `${title} · Karta` },
    { name: 'description', content: description },
    { tagName: 'link', rel: 'canonical', href: address },
    ...(isListed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { property: 'og:type', content: published ? 'article' : 'website' },
    { property: 'og:site_name', content: 'Karta' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: address },
    { property: 'og:image', content: image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: `Karta: ${title}` },
    ...(published ? [{ property: 'article:published_time', content: published }] : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(structured ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...structured } }] : []),
  ]
}

/** The file name of the page’s link preview. `scripts/draw-pictures.ts` draws one per page. */
export function pictureOf(path: string): string {
  return path === '/' ? 'karta' : path.slice(1).replaceAll('/', '-')
}

export function isPublicPage(path: string): boolean {
  return pageAt(path) !== undefined
}

const pageAt = (path: string): PublicPage | undefined =>
  publicPages.find((page) => page.path === path) ?? entryPages.find((page) => page.path === path)

/** `metaOf` for a page listed in `pages.ts`. */
export function pageMeta(path: string, more: Partial<PageFacts> = {}): MetaDescriptor[] {
  const page = pageAt(path)
  if (!page) throw new Error(`${path} is not in pages.ts`)
  // Nobody shares these pages, so they reuse the sign-in page's picture.
  return metaOf({ ...page, picture: entryPages.includes(page) ? 'signin' : pictureOf(path), ...more })
}
