import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: false,
  // Without a render server there is nobody to answer the lazy manifest request.
  routeDiscovery: { mode: 'initial' },
  // Every address without parameters becomes a file, so that any other one is answered 404.
  prerender: ({ getStaticPaths }) => getStaticPaths(),
} satisfies Config
