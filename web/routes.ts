import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('marketing/layout.tsx', [
    index('marketing/home.tsx'),
    layout('providers.tsx', { id: 'public-providers' }, [route('signin', 'account/signin.tsx')]),
  ]),

  layout('providers.tsx', { id: 'member-providers' }, [
    route('dashboard', 'dispatcher/layout.tsx', [
      index('dispatcher/dashboard.tsx'),
      route('deliveries', 'dispatcher/deliveries/page.tsx'),
      route('planning', 'dispatcher/planning/page.tsx'),
      route('drivers', 'dispatcher/drivers/page.tsx'),
      route('vehicles', 'dispatcher/vehicles/page.tsx'),
      route('depots', 'dispatcher/depots/page.tsx'),
      route('settings', 'dispatcher/settings/page.tsx'),
    ]),
  ]),

  route('sitemap.xml', 'marketing/sitemap.ts'),
  route('robots.txt', 'marketing/robots.ts'),
  route('*', 'not-found.tsx'),
] satisfies RouteConfig
