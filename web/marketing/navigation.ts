import { hasPage } from './pages.ts'

export type PageLink = { label: string; href: string }

/** For links to the sign-in page: it opens as the form for a new account. */
export const asNewcomer = { state: { mode: 'sign-up' } }

const existing = (links: PageLink[]): PageLink[] => links.filter((link) => hasPage(link.href))

/** The links of the top navigation, of those pages that exist. */
export const navigationLinks: readonly PageLink[] = existing([
  { label: 'Pricing', href: '/pricing' },
  { label: 'API', href: '/api' },
  { label: 'Book a Demo', href: '/contact' },
])

/** The columns of the footer, of those pages that exist; a column without a page is left out. */
export const footerColumns: readonly { title: string; links: PageLink[] }[] = [
  {
    title: 'Product',
    links: existing([
      { label: 'Pricing', href: '/pricing' },
      { label: 'API', href: '/api' },
      { label: 'Integrations', href: '/integrations' },
      { label: 'Features', href: '/' },
    ]),
  },
  {
    title: 'Company',
    links: existing([
      { label: 'About', href: '/about' },
      { label: 'Careers', href: '/careers' },
      { label: 'Contact', href: '/contact' },
    ]),
  },
  {
    title: 'Resources',
    links: existing([
      { label: 'Blog', href: '/blog' },
      { label: 'Case Studies', href: '/blog#case-studies' },
      { label: 'Guides', href: '/blog' },
    ]),
  },
].filter((column) => column.links.length > 0)

export const legalLinks: readonly PageLink[] = existing([
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Terms & Conditions', href: '/terms' },
])
