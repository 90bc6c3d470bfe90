import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { baseMap } from './scripts/base-map/vite-plugin.ts'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`
const proxied = [
  '/v1',
  '/auth/v1',
  '/realtime/v1',
  '/storage/v1',
  '/rest/v1',
  '/functions/v1',
  '/app-config.js',
  '/app-config.json',
  '/openapi.yaml',
  '/.well-known',
  '/mcp',
  '/healthz',
  '/dev',
  '/t/',
  '/tracking/',
  '/embed.js',
  '/order/',
  '/slots.js',
]

/**
 * What every public page loads comes as two files: few are compressed better, and stay in the cache from page to page.
 * Icons, of which every page has some, come together, except those that the front page and the site's frame show.
 */
const chunks = [
  { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
  {
    name: 'site',
    test: new RegExp(
      [
        'web/(root|crash)\\.',
        'web/marketing/(layout|navigation|pages|page-meta)\\.',
        'web/marketing/chrome/',
        'web/marketing/parts/(check-list|closing-call|feature-grid|page-hero|section|street-grid|trial-link)\\.',
        'web/ui/(avatar|button-link|button-style|cx|logo|plain-button|spinner)\\.',
        'web/lib/(app-config|session-trace|theme)\\.',
        'lucide-react/dist/esm/(?!icons/)',
        'icons/(menu|x|chevron-down|monitor|moon|sun|arrow-up-right|check|layout-dashboard|circle-user-round|loader-circle)\\.',
        'icons/(chart-column|clock|map-pinned|route|truck|users)\\.',
      ].join('|'),
    ),
  },
  // Small parts of members' pages, together because every page loads the list of all files.
  {
    name: 'members',
    test: new RegExp(
      [
        'web/lib/(live/(last-changes|status)|save-file|device-memory)\\.',
        'web/ui/(card|skeleton|use-focus-handover|use-media)\\.',
      ].join('|'),
    ),
  },
  // In one sheet: the frame of the dashboard loads it first, and each map needs it.
  { name: 'map-look', test: /web\/map\/map\.css$/ },
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\// },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), baseMap({ isWritten: true })],
  cacheDir: '.cache/vite',
  publicDir: 'web/public',
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  build: {
    // Oldest engines with CSS light-dark(), on which both themes stand.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // Without names: every page loads the list of these files.
        chunkFileNames: 'assets/[hash].js',
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(
        proxied.map((path) => [path, { target: server, changeOrigin: false, ws: path === '/realtime/v1' }]),
      ),
      // The driver's app has a server of its own; see scripts/dev.ts.
      '^/driver(/|$)': { target: `http://127.0.0.1:${process.env.KARTA_DRIVER_PORT}`, changeOrigin: false, ws: true },
    },
  },
})
