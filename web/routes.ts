import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('marketing/layout.tsx', [
    index('marketing/home.tsx'),
    route('signin', 'account/signin.tsx'),
    layout('providers.tsx', [
      route('config', 'account/config/page.tsx'),
      route('my-account', 'account/my-account/page.tsx'),
    ]),
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

  route('sitemap.xml', 'marketing/sitemap.ts'),
  route('robots.txt', 'marketing/robots.ts'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig
