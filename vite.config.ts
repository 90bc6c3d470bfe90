import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`
const proxied = ['/v1', '/auth/v1', '/app-config.json', '/openapi.yaml', '/healthz', '/dev']

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  cacheDir: '.cache/vite',
  publicDir: 'web/public',
  build: {
    // Oldest engines with CSS light-dark(), on which both themes stand.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
  },
  server: {
    proxy: Object.fromEntries(proxied.map((path) => [path, { target: server, changeOrigin: false }])),
  },
})
