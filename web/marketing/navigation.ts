export type PageLink = {
  label: string
  href: string
  /** A short description, for menus with room for one. */ text?: string
}

/** Opens the sign-in page as the sign-up form. */
export const asNewcomer = { mode: 'sign-up' }

/** Opens the contact form to request a demo. */
export const asDemo = { demo: true }

/** Opens the contact form to reach sales. */
export const asSales = { sales: true }

/** Opens the contact form to reach support. */
export const asSupport = { support: true }

/** The Product Features dropdown. */
export const featureLinks: readonly PageLink[] = [
  { label: 'Route Optimization', href: '/route-optimization', text: 'The shortest routes that keep every promise' },
  { label: 'Real-time Tracking', href: '/real-time-tracking', text: 'Every driver, live on the map' },
  { label: 'Analytics', href: '/analytics', text: 'On-time rate, distance, fuel and cost' },
  { label: 'Team Management', href: '/team-management', text: 'Drivers, dispatchers and their permissions' },
  { label: 'Fleet Management', href: '/fleet-management', text: 'Vehicles, fuel and maintenance' },
]

/** The Use Cases dropdown. */
export const useCaseLinks: readonly PageLink[] = [
  { label: 'Food & Catering', href: '/use-cases/food-catering', text: 'Hot, cold and right on time' },
  { label: 'Retail & E-commerce', href: '/use-cases/retail-ecommerce', text: 'Windows customers can count on' },
  { label: 'Healthcare & Pharmacy', href: '/use-cases/healthcare', text: 'Secure, cold and signed for' },
  { label: '3PL & Logistics', href: '/use-cases/logistics', text: 'One network for many shippers' },
  { label: 'Case Studies', href: '/use-cases/case-studies', text: 'See the results' },
]

/** The other links in the top navigation. */
export const navigationLinks: readonly (PageLink & { state?: unknown })[] = [
  { label: 'Pricing', href: '/pricing' },
  { label: 'API', href: '/api' },
  { label: 'Book a Demo', href: '/contact', state: asDemo },
]

export const footerColumns: readonly { title: string; links: PageLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Pricing', href: '/pricing' },
      { label: 'API', href: '/api' },
      { label: 'Integrations', href: '/integrations' },
      { label: 'Features', href: '/' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', href: '/about' },
      { label: 'Careers', href: '/careers' },
      { label: 'Contact', href: '/contact' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Blog', href: '/blog' },
      { label: 'Case Studies', href: '/blog#case-studies' },
      { label: 'Guides', href: '/blog' },
      { label: 'LinkedIn', href: 'https://www.linkedin.com/company/karta-delivery' },
    ],
  },
]

export const legalLinks: readonly PageLink[] = [
  { label: 'Privacy Policy', href: '/privacy' },
  { label: 'Terms & Conditions', href: '/terms' },
]
