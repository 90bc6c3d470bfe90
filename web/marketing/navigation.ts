export type PageLink = { label: string; href: string; /** What is found there, for menus with room. */ text?: string }

/** For links to the sign-in page: it opens as the form for a new account. */
export const asNewcomer = { mode: 'sign-up' }

/** For links to the contact page: its form then asks for a demo. */
export const asDemo = { demo: true }

/** For links to the contact page: its form then asks for our sales people. */
export const asSales = { sales: true }

/** For links to the contact page: its form then asks for help. */
export const asSupport = { support: true }

/** The dropdown Product Features. */
export const featureLinks: readonly PageLink[] = [
  { label: 'Route Optimization', href: '/route-optimization', text: 'The shortest day that keeps every promise' },
  { label: 'Real-time Tracking', href: '/real-time-tracking', text: 'Every driver on the map, as they move' },
  { label: 'Analytics', href: '/analytics', text: 'On time, distance, fuel and cost' },
  { label: 'Team Management', href: '/team-management', text: 'Drivers, dispatchers and what each may do' },
  { label: 'Fleet Management', href: '/fleet-management', text: 'Vehicles, fuel and maintenance' },
]

/** The dropdown Use Cases. */
export const useCaseLinks: readonly PageLink[] = [
  { label: 'Food & Catering', href: '/use-cases/food-catering', text: 'Hot, cold and on the minute' },
  { label: 'Retail & E-commerce', href: '/use-cases/retail-ecommerce', text: 'Windows that customers can rely on' },
  { label: 'Healthcare & Pharmacy', href: '/use-cases/healthcare', text: 'Secure, cold and signed for' },
  { label: '3PL & Logistics', href: '/use-cases/logistics', text: 'One network for many shippers' },
  { label: 'Case Studies', href: '/use-cases/case-studies', text: 'What others have made of it' },
]

/** The other links of the top navigation. */
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
