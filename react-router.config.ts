import type { Config } from '@react-router/dev/config'
import { publicPages } from './web/marketing/pages.ts'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  // Without a render server there is nobody to answer the lazy manifest request.
  routeDiscovery: { mode: 'initial' },
  prerender: publicPages.map((page) => page.path),
} satisfies Config
