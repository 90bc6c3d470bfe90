import type { MetaDescriptor } from 'react-router'
import { appConfig } from '#web/lib/app-config.ts'
import { entryPages, publicPages, type PublicPage } from './pages.ts'

/**
 * Stands for the site's own address in the pages as the build writes them, since only the running server knows it;
 * `server/http/site.ts` puts the address in its place.
 */
const builtOrigin = 'https://karta.invalid'

/** The site's address without a slash at the end. */
export function siteOrigin(): string {
  return appConfig()?.public_url ?? builtOrigin
}

type PageFacts = {
  path: string
  title: string
  description: string
  /** File under /social/ without its ending, 1200 × 630. */
  picture?: string
  isListed?: boolean
  /** Day of publication, for articles. */
  published?: string
  /** What search engines may know of the page, as schema.org has it. */
  structured?: object
}

/** Title, description, canonical address, card for shared links and structured data of one page. */
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

/** The name of the page's card for shared links; `scripts/draw-pictures.ts` draws one for each page. */
export function pictureOf(path: string): string {
  return path === '/' ? 'karta' : path.slice(1).replaceAll('/', '-')
}

export function isPublicPage(path: string): boolean {
  return pageAt(path) !== undefined
}

const pageAt = (path: string): PublicPage | undefined =>
  publicPages.find((page) => page.path === path) ?? entryPages.find((page) => page.path === path)

/** The same for a page of the list in `pages.ts`. */
export function pageMeta(path: string, more: Partial<PageFacts> = {}): MetaDescriptor[] {
  const page = pageAt(path)
  if (!page) throw new Error(`${path} is not in pages.ts`)
  // Nobody shares a page on the way in, so that those have the sign-in page's card.
  return metaOf({ ...page, picture: entryPages.includes(page) ? 'signin' : pictureOf(path), ...more })
}
