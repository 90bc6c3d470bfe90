/** A prerendered page that anyone can read, with what search engines and link previews show. */
export type PublicPage = {
  path: string
  /** Shown in the browser tab, followed by the product's name. */
  title: string
  description: string
  /** False for pages that search engines should skip. */
  isListed?: boolean
}

/** Every public page except articles and case studies, which come from files of their own. */
export const publicPages: readonly PublicPage[] = [
  {
    path: '/',
    title: 'Last-mile delivery management',
    description:
      'Plan the day’s routes, dispatch drivers, track them live and prove every delivery. Start a 7-day free trial with full access.',
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
      'Free for up to 1,000 deliveries a month. Standard is $19.99 per license per month. Custom Enterprise plans. 7-day free trial.',
  },
  {
    path: '/api',
    title: 'API documentation',
    description:
      'Create deliveries and check their status with a simple JSON API: authentication, endpoints, limits and working examples.',
  },
  {
    path: '/integrations',
    title: 'Integrations',
    description:
      'Connect your Shopify, WooCommerce or Wix store, and turn its orders into deliveries on tomorrow’s routes.',
  },
  {
    path: '/integrations/shopify',
    title: 'Shopify integration',
    description:
      'Connect your Shopify store to Karta. Orders come in automatically, and customers see when their delivery will arrive.',
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
    description: 'Set the main depot, working hours and time zone for planning your routes.',
  },
  {
    path: '/route-optimization',
    title: 'Route optimization',
    description:
      'Try the route planner in your browser. Enter a depot and a few stops, and compare nearest-first with our engine.',
  },
  {
    path: '/real-time-tracking',
    title: 'Real-time tracking',
    description: 'Track every driver live on the map, and tell recipients by SMS and email when to expect them.',
  },
  {
    path: '/analytics',
    title: 'Analytics',
    description: 'On-time rate, distance, fuel and cost for every delivery, by day and by driver.',
  },
  {
    path: '/team-management',
    title: 'Team management',
    description: 'Drivers, dispatchers and administrators see what they need and nothing they shouldn’t.',
  },
  {
    path: '/fleet-management',
    title: 'Fleet management',
    description: 'Vehicles, drivers, fuel levels and maintenance in one list, ready for the planner.',
  },
  {
    path: '/dashboard',
    title: 'Dashboard',
    description: 'Your day at a glance: deliveries, fleet and drivers. Explore it with sample data, no account needed.',
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
    description: 'Founded in 2020. More than 100 people, over 15 countries and more than a million deliveries a month.',
  },
  {
    path: '/contact',
    title: 'Contact',
    description: 'Ask a question, book a demo or talk to sales. We reply within 24 hours.',
  },
  { path: '/careers', title: 'Careers', description: 'See open positions at Karta and how we work.' },
  {
    path: '/blog',
    title: 'Blog',
    description: 'Case studies and practical articles on last-mile delivery by people who do it for a living.',
  },
  {
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'What this site and Karta store about you, why and for how long.',
  },
  {
    path: '/terms',
    title: 'Terms & Conditions',
    description: 'The terms for using this site and Karta.',
  },
  {
    path: '/use-cases/food-catering',
    title: 'Food & catering delivery',
    description: 'Keep hot food hot and cold food cold. Delivery planning for restaurants, kitchens and caterers.',
  },
  {
    path: '/use-cases/retail-ecommerce',
    title: 'Retail & e-commerce delivery',
    description: 'Time windows customers can count on, and routes that keep the cost per parcel down.',
  },
  {
    path: '/use-cases/healthcare',
    title: 'Healthcare & pharmacy delivery',
    description: 'Secure, temperature-controlled delivery with chain of custody and signatures.',
  },
  {
    path: '/use-cases/logistics',
    title: '3PL & logistics',
    description: 'One network, many shippers. Plan, dispatch and track deliveries across hubs and fleets.',
  },
  {
    path: '/use-cases/case-studies',
    title: 'Customer success stories',
    description: 'How delivery businesses cut delivery times, costs and emissions.',
  },
]

/** Prerendered pages on the way into an account. Search engines should skip them. */
export const entryPages: readonly PublicPage[] = [
  { path: '/signin/forgot', title: 'Forgot password', description: 'Get an email with a link to set a new password.' },
  { path: '/signin/reset', title: 'New password', description: 'Choose a new password for your account.' },
  { path: '/signin/link', title: 'Sign in by email', description: 'Get an email with a sign-in link and a code.' },
  { path: '/signin/confirm', title: 'Confirm your address', description: 'Confirm the email address of your account.' },
  { path: '/signin/second-factor', title: 'Second factor', description: 'Confirm that it’s you.' },
  { path: '/signin/invitation', title: 'Invitation', description: 'Accept an invitation to Karta.' },
  { path: '/invitation', title: 'Join a workspace', description: 'Accept an invitation to a workspace.' },
  {
    path: '/verify',
    title: 'Check a delivery',
    description: 'Check the custody file of a delivery in your browser. Nothing is sent anywhere.',
  },
  { path: '/oauth/consent', title: 'Allow an app', description: 'Decide what an app may do for you.' },
  { path: '/join', title: 'Sign a phone in', description: 'Sign a driver’s phone in with a code.' },
  { path: '/route', title: 'Your route', description: 'The route behind a link.' },
  { path: '/signin/owner', title: 'Confirm that it is you', description: 'Prove who you are before you go on.' },
].map((page) => ({ ...page, isListed: false }))
