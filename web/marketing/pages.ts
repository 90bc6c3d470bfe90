/** A page that anybody may read: written to a file at build time, with what search engines and shared links show of it. */
export type PublicPage = {
  path: string
  /** Shown in the browser's tab, followed by the product's name. */
  title: string
  description: string
  /** False for pages that search engines should pass by. */
  isListed?: boolean
}

/** Every page of the public site; articles and case studies, which have files of their own, come on top. */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    title: 'Last-mile delivery management',
    description:
      'Plan the day’s routes, dispatch drivers, follow them live and prove every delivery. Start a 7-day free trial with full access.',
  },
  {
    path: '/signin',
    title: 'Sign in',
    description: 'Sign in to Karta, or create an account and start your 7-day free trial.',
    isListed: false,
  },
  {
    path: '/pricing',
    title: 'Pricing',
    description:
      'Free for up to 1,000 deliveries a month, Standard at $19.99 per license per month, Enterprise to measure. 7-day free trial.',
  },
  {
    path: '/api',
    title: 'API documentation',
    description:
      'Create deliveries and read their status over a plain JSON API: authentication, endpoints, limits and examples that run.',
  },
  {
    path: '/integrations',
    title: 'Integrations',
    description:
      'Connect your Shopify, WooCommerce or Wix store, and let its orders become deliveries on tomorrow’s routes.',
  },
  {
    path: '/integrations/shopify',
    title: 'Shopify integration',
    description:
      'Connect your Shopify store to Karta: orders come in by themselves, customers see when their delivery arrives.',
  },
  {
    path: '/integrations/woocommerce',
    title: 'WooCommerce integration',
    description: 'Automatic order synchronization, delivery time slots and live tracking for your WooCommerce store.',
  },
  {
    path: '/integrations/wix',
    title: 'Wix integration',
    description: 'Real-time order sync, time slots and automated notifications for your Wix store.',
  },
  {
    path: '/config',
    title: 'Basic configuration',
    description: 'Set the main depot, the working day and the time zone that your routes are planned with.',
  },
  {
    path: '/route-optimization',
    title: 'Route optimization',
    description:
      'Try the route planner in your browser: enter a depot and a few stops, and compare the plain order with our engine.',
  },
  {
    path: '/real-time-tracking',
    title: 'Real-time tracking',
    description: 'Follow every driver live on the map, and tell recipients by SMS and email when they arrive.',
  },
  {
    path: '/analytics',
    title: 'Analytics',
    description: 'On-time rate, distance, fuel and cost of every delivery, day by day and driver by driver.',
  },
  {
    path: '/team-management',
    title: 'Team management',
    description: 'Drivers, dispatchers and administrators: each sees what they need, and nothing they should not.',
  },
  {
    path: '/fleet-management',
    title: 'Fleet management',
    description: 'Vehicles, their drivers, fuel levels and maintenance in one list that is ready for the planner.',
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    description: 'The day at a glance: jobs, fleet and drivers. Look around with sample data, without an account.',
  },
  {
    path: '/my-account',
    title: 'My Account',
    description: 'Your account: email, password and sessions.',
    isListed: false,
  },
  {
    path: '/about',
    title: 'About',
    description:
      'Founded in 2020, more than 100 people, at work in over 15 countries and more than a million deliveries a month.',
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'Ask a question, book a demo or talk to sales. We answer within 24 hours.',
  },
  { path: '/careers', title: 'Careers', description: 'Open positions at Karta, and how we work.' },
  {
    path: '/blog',
    title: 'Blog',
    description: 'Case studies and practical articles on last-mile delivery, written by people who run it.',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'What this site and the product keep about you, why, and for how long.',
  },
  {
    path: '/terms',
    title: 'Terms & Conditions',
    description: 'The terms under which you may use this site and the product.',
  },
  {
    path: '/use-cases/food-catering',
    title: 'Food & catering delivery',
    description: 'Hot stays hot and cold stays cold: delivery planning for restaurants, kitchens and caterers.',
  },
  {
    path: '/use-cases/retail-ecommerce',
    title: 'Retail & e-commerce delivery',
    description: 'Time windows customers can rely on, and routes that keep the cost of each parcel down.',
  },
  {
    path: '/use-cases/healthcare',
    title: 'Healthcare & pharmacy delivery',
    description: 'Secure, temperature-controlled delivery with chain of custody and signatures.',
  },
  {
    path: '/use-cases/logistics',
    title: '3PL & logistics',
    description: 'One network, many shippers: plan, dispatch and follow deliveries across hubs and fleets.',
  },
  {
    path: '/use-cases/case-studies',
    title: 'Customer success stories',
    description: 'How delivery businesses cut delivery times, costs and emissions.',
  },
]

/** Pages on the way into an account: each has a file, a title and a description, and none is for search engines. */
export const entryPages: readonly PublicPage[] = [
  { path: '/signin/forgot', title: 'Forgot password', description: 'Have a link to a new password mailed to you.' },
  { path: '/signin/reset', title: 'New password', description: 'Choose a new password for your account.' },
  { path: '/signin/link', title: 'Sign in by email', description: 'Have a sign-in link and a code mailed to you.' },
  { path: '/signin/confirm', title: 'Confirm your address', description: 'Confirm the email address of your account.' },
  { path: '/signin/second-factor', title: 'Second factor', description: 'Confirm that it is you.' },
  { path: '/signin/invitation', title: 'Invitation', description: 'Accept an invitation to a workspace.' },
].map((page) => ({ ...page, isListed: false }))
