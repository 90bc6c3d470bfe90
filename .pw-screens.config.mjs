import { createRequire } from 'node:module'
const require = createRequire('/work/wt-screens/package.json')
const { defineConfig, devices } = require('@playwright/test')
export default defineConfig({
  testDir: '/work/wt-screens/e2e', outputDir: '/tmp/screens-results', workers: 1, timeout: 90000, expect: { timeout: 15000 }, reporter: [['list']],
  use: { baseURL: process.env.BASE ?? 'http://localhost:4611', launchOptions: { executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] }, locale: 'en-GB', timezoneId: 'Asia/Jakarta', trace: 'off', screenshot: 'only-on-failure' },
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } } }, { name: 'phone', use: { ...devices['Pixel 7'] } }],
})
