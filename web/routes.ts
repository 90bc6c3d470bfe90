import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'
import { articleSlugs, caseStudySlugs } from './marketing/blog/slugs.ts'

export default [
  layout('marketing/layout.tsx', [
    index('marketing/home.tsx'),
    route('pricing', 'marketing/pricing/page.tsx'),
    route('api', 'marketing/api/page.tsx'),
    route('about', 'marketing/about/page.tsx'),
    route('contact', 'marketing/contact/page.tsx'),
    route('careers', 'marketing/careers/page.tsx'),
    route('blog', 'marketing/blog/index.tsx'),
    ...articleSlugs.map((slug) => route(`blog/${slug}`, 'marketing/blog/post.tsx', { id: `article/${slug}` })),
    ...caseStudySlugs.map((slug) =>
      route(`blog/case-studies/${slug}`, 'marketing/blog/case-study.tsx', { id: `case-study/${slug}` }),
    ),
    route('use-cases/case-studies', 'marketing/blog/success-stories.tsx'),
    route('privacy', 'marketing/legal/legal-page.tsx', { id: 'privacy' }),
    route('terms', 'marketing/legal/legal-page.tsx', { id: 'terms' }),
    route('route-optimization', 'marketing/route-optimization.tsx'),
    route('use-cases/food-catering', 'marketing/content/food-catering.tsx'),
    route('use-cases/retail-ecommerce', 'marketing/content/retail-ecommerce.tsx'),
    route('use-cases/healthcare', 'marketing/content/healthcare.tsx'),
    route('use-cases/logistics', 'marketing/content/logistics.tsx'),
    route('integrations', 'marketing/integrations.tsx'),
    route('integrations/shopify', 'marketing/content/shopify.tsx'),
    route('integrations/woocommerce', 'marketing/content/woocommerce.tsx'),
    route('integrations/wix', 'marketing/content/wix.tsx'),
    route('signin', 'account/signin.tsx'),
    layout('providers.tsx', [
      route('config', 'account/config/page.tsx'),
      route('my-account', 'account/my-account/page.tsx'),
    ]),
    route('real-time-tracking', 'marketing/features/real-time-tracking.tsx'),
    route('analytics', 'marketing/features/analytics.tsx'),
    route('team-management', 'marketing/features/team-management.tsx'),
    route('fleet-management', 'marketing/features/fleet-management.tsx'),
  ]),

  route('dashboard', 'dispatcher/layout.tsx', [
    index('dashboard.tsx'),
    route('deliveries', 'dispatcher/deliveries/page.tsx'),
    route('planning', 'dispatcher/planning/page.tsx'),
    route('drivers', 'dispatcher/drivers/page.tsx'),
    route('vehicles', 'dispatcher/vehicles/page.tsx'),
    route('depots', 'dispatcher/depots/page.tsx'),
    route('integrations', 'dispatcher/integrations/page.tsx'),
    route('settings', 'dispatcher/settings/page.tsx'),
  ]),

  route('feed.xml', 'marketing/blog/feed.ts'),
  route('sitemap.xml', 'marketing/sitemap.ts'),
  route('robots.txt', 'marketing/robots.ts'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig
