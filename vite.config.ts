import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`
const proxied = ['/v1', '/auth/v1', '/app-config.js', '/app-config.json', '/openapi.yaml', '/healthz', '/dev']

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: '.cache/vite',
  publicDir: 'web/public',
  define: { 'import.meta.env.BUILD_YEAR': new Date().getFullYear() },
  build: {
    // Oldest engines with CSS light-dark(), on which both themes stand.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    rolldownOptions: {
      output: {
        // What every public page loads comes as two files: few are compressed better, and stay in the cache from page to page.
        codeSplitting: {
          groups: [
            { name: 'framework', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
            {
              name: 'site',
              test: /web\/(root|crash|marketing\/(layout|chrome|navigation|pages|page-meta|parts)|ui\/(avatar|button-link|button-style|cx|logo|plain-button|spinner)\.|lib\/(app-config|session-trace|theme)\.)|createLucideIcon/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
