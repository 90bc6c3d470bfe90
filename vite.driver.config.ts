import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { baseMap } from './scripts/base-map/vite-plugin.ts'
import { serviceWorker } from './scripts/driver-app/service-worker.ts'
import { weighFirstLoad } from './scripts/weigh-first-load.ts'

/** What the first pages share. Of the icons, those that they show; other pages bring their own. */
const inFirstLoad = new RegExp(
  [
    'web/driver/(words|road|store|sync|shell|ui|day|gps)/(?!map-settings|problem|sheet|upload|changes-in|route-changes|troubles|changes-note)',
    'web/driver/(path|use-now|updates|install|save-file|enter|gate)\\.',
    'web/driver/stop/(arrival-offer|fact|next-stop|reach|stop-actions|stop-facts|stop-row|stop-words|ways)\\.',
    'web/driver/pages/(today|stop|gone)\\.',
    'web/ui/(cx|spinner)|web/lib/(session-trace|theme)|domain/(messages/(format|languages|driver/en)|great-circle|parcel-code|money|chain|road/(entry-hash|outcomes))',
    'node_modules/(idb|intl-messageformat|@formatjs|@noble)/',
    'lucide-react/dist/esm/(?!icons/)',
  ].join('|'),
)

/** The driver's app: one page of its own, without the site's router, so that little has to be loaded on the road. */
export default defineConfig({
  root: 'web/driver',
  base: '/driver/',
  publicDir: 'public',
  cacheDir: '../../.cache/vite-driver',
  // `react-refresh` is not needed: in development the page reloads.
  oxc: { jsx: { runtime: 'automatic' } },
  plugins: [tailwindcss(), baseMap(), serviceWorker(), weighFirstLoad('The driver’s app', 120_000)],
  build: {
    outDir: '../../build/client/driver',
    emptyOutDir: true,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // One file of our own: twenty small ones are compressed worse, and each is a round trip.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'app', test: inFirstLoad },
          ],
        },
        chunkFileNames: 'assets/[name]-[hash].js',
      },
    },
  },
})
