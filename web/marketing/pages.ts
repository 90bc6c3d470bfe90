/** A page that anybody may read; written to a file at build time, listed in navigation and footer. */
export type PublicPage = { path: string; title: string }

/** Every public page that exists. The one list behind prerendering, navigation, footer and sitemap. */
export const publicPages: readonly PublicPage[] = [{ path: '/', title: 'Home' }]

/** True when the page is part of this build, so that menus never link to nothing. */
export function hasPage(href: string): boolean {
  const path = href.split('#')[0]
  return publicPages.some((page) => page.path === path)
}
