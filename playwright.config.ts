import { defineConfig, devices } from '@playwright/test'
import { rmSync } from 'node:fs'
import { ensureChromium } from './scripts/chromium.ts'
import { freePort } from './scripts/free-port.ts'
import { quickParent, throwAwayFolder } from './scripts/throw-away.ts'

// Every worker reads this file again; the environment hands on what the first reading chose.
process.env.KARTA_E2E_PORT ??= String(await freePort())
process.env.KARTA_E2E_PROVIDER_PORT ??= String(await freePort())
process.env.KARTA_E2E_SHOPIFY_PORT ??= String(await freePort())
process.env.CHROMIUM_PATH ??= ensureChromium()
if (!process.env.KARTA_E2E_DATA) {
  const folder = throwAwayFolder('e2e', process.env.TMPDIR ?? quickParent())
  process.env.KARTA_E2E_DATA = folder
  // Not in a global teardown, which runs before the server stops.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

const baseURL = `http://localhost:${process.env.KARTA_E2E_PORT}`
const provider = `http://localhost:${process.env.KARTA_E2E_PROVIDER_PORT}`

/**
 * The full Chromium loads two pages of its own for every new window, for a menu below the address bar. They took three
 * quarters of the time of an empty journey. The rest is what Playwright turns off: of two lists, Chromium reads the last.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    // There is none: drawing on the processor at once takes an eighth less time than pretending.
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
    `--disable-features=${withoutFeatures.join(',')}`,
  ],
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A second try tells a flaky journey from a broken one. What becomes of it is up to `npm test`.
  retries: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: 'build/.cache/e2e.json' }]],
  use: {
    baseURL,
    launchOptions,
    // A trace of every journey would cost a third of the time.
    trace: 'on-first-retry',
    locale: 'en-GB',
    timezoneId: 'Asia/Jakarta',
  },
  projects: [
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        // Drawing what fades and slides takes the processor, and clicks wait for it. Phones show that it does no harm.
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    // Only journeys whose layout is different on a small screen; `e2e/fixtures.ts` has their tags.
    // Nobody looks at the pixels, so there are not seven times as many of them to draw.
    { name: 'phone', grep: /@phone/, use: { ...devices['Pixel 7'], deviceScaleFactor: 1 } },
  ],
  webServer: [
    {
      command: 'node scripts/start.ts',
      url: `${baseURL}/readyz`,
      timeout: 180_000,
      reuseExistingServer: false,
      stdout: 'ignore',
      stderr: 'pipe',
      // The server stops its PostgreSQL on SIGTERM; killed at once, it would leave it behind.
      gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
      env: {
        PORT: process.env.KARTA_E2E_PORT,
        DATA_DIR: process.env.KARTA_E2E_DATA,
        PUBLIC_URL: baseURL,
        // Whatever this shell is set up for, journeys use their own data and nobody else's services.
        DATABASE_URL: '',
        NATS_URL: '',
        SMTP_URL: '',
        MAIL_FROM: '',
        CONTACT_TO: '',
        // All journeys come from the same address.
        CONTACT_RATE_LIMIT: '1000000',
        RATE_LIMIT_PER_MINUTE: '1000000',
        RATE_LIMIT_SITE_PER_MINUTE: '1000000',
        AUTH_RATE_LIMIT_SIGN_UP: '1000000',
        AUTH_RATE_LIMIT_TOKEN: '1000000',
        AUTH_RATE_LIMIT_VERIFY: '1000000',
        GOOGLE_ISSUER: provider,
        GOOGLE_CLIENT_ID: 'karta-double',
        GOOGLE_CLIENT_SECRET: 'oidc-double-secret',
        // Google and the shops are doubles on this machine. The double for Google is the server below.
        SHOPS_ALLOW_PRIVATE: 'true',
        SHOPIFY_SHOP_URL: `http://localhost:${process.env.KARTA_E2E_SHOPIFY_PORT}/{shop}`,
      },
    },
    {
      command: 'node scripts/oidc-double.ts',
      url: `${provider}/.well-known/openid-configuration`,
      reuseExistingServer: false,
      stdout: 'ignore',
      // It warns that this Node is newer than any it knows.
      stderr: 'ignore',
      env: { OIDC_DOUBLE_PORT: process.env.KARTA_E2E_PROVIDER_PORT, PUBLIC_URL: baseURL },
    },
  ],
})
