import { defineConfig } from 'vite'
import { baseMap } from './scripts/base-map/vite-plugin.ts'
import { weighFirstLoad } from './scripts/weigh-first-load.ts'

/** What makes the pages for recipients live. The server writes the pages, and finds these files by the manifest. */
export default defineConfig({
  root: 'web/tracking',
  base: '/tracking/',
  publicDir: false,
  cacheDir: '../../.cache/vite-tracking',
  plugins: [baseMap(), weighFirstLoad('A page for recipients', 60_000)],
  build: {
    outDir: '../../build/client/tracking',
    emptyOutDir: true,
    manifest: 'manifest.json',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      input: ['web/tracking/main.ts', 'web/tracking/order/main.ts'],
      output: { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' },
    },
  },
})
