import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { pictureOf } from '#web/marketing/page-meta.ts'
import { publicPages } from '#web/marketing/pages.ts'
import { ensureChromium } from './chromium.ts'
import { iconFile } from './icon-file.ts'
import { root } from './tools.ts'

// Draws the images that other sites, bookmarks and home screens show: cards for shared links (1200 × 630) and icons.
// They are committed. Run `node scripts/draw-pictures.ts` after the title of a page or the logo changes.

const mark = readFileSync(join(root, 'web/public/favicon.svg'), 'utf8')
const font = readFileSync(
  join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
  'base64',
)
const style = `
  @font-face { font-family: Inter; src: url(data:font/woff2;base64,${font}); font-weight: 100 900 }
  * { margin: 0; box-sizing: border-box }
  body { font-family: Inter; letter-spacing: -0.03em; color: #0f1917 }`

const map = `<svg class="map" viewBox="0 0 1200 630" fill="none">
  <g stroke="#dbe3e0" stroke-width="2" transform="rotate(-14 600 315)">
    ${[-60, 60, 180, 300, 420, 540, 660].map((y) => `<path d="M-200 ${y}H1500"/>`).join('')}
    ${[-40, 110, 260, 410, 560, 710, 860, 1010, 1160, 1310].map((x) => `<path d="M${x} -300V1000"/>`).join('')}
  </g>
  <path d="M1240 60C1100 70 1080 180 980 190S830 120 800 210s90 170 190 160 140 80 100 160-110 60-130 140" stroke="#fff" stroke-width="22" stroke-linecap="round"/>
  <path d="M1240 60C1100 70 1080 180 980 190S830 120 800 210s90 170 190 160 140 80 100 160-110 60-130 140" stroke="#0f8f7a" stroke-width="12" stroke-linecap="round"/>
  ${[
    [980, 190],
    [800, 225],
    [990, 370],
    [1096, 520],
  ]
    .map(
      ([x, y], index) =>
        `<circle cx="${x}" cy="${y}" r="30" fill="#0f8f7a" stroke="#fff" stroke-width="7"/><text x="${x}" y="${y! + 10}" font-family="Inter" font-size="28" font-weight="700" fill="#fff" text-anchor="middle">${index + 1}</text>`,
    )
    .join('')}
</svg>`

const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
try {
  const page = await browser.newPage()
  await drawCards(page)
  await drawIcons(page)
  await drawFavicon(page)
} finally {
  await browser.close()
}

async function drawCards(page: Page): Promise<void> {
  const folder = join(root, 'web/public/social')
  mkdirSync(folder, { recursive: true })
  await page.setViewportSize({ width: 1200, height: 630 })
  for (const { path, title } of publicPages) {
    await page.setContent(card(path === '/' ? 'Optimize Your Last-Mile Delivery' : title))
    await page.evaluate('document.fonts.ready')
    await page.screenshot({ path: join(folder, `${pictureOf(path)}.png`) })
  }
}

async function drawIcons(page: Page): Promise<void> {
  const folder = join(root, 'web/public/icons')
  mkdirSync(folder, { recursive: true })
  for (const [name, size, inset] of [
    ['180', 180, 0],
    ['192', 192, 0],
    ['512', 512, 0],
    // Home screens crop this one to their own shape, so the logo gets a margin.
    ['512-maskable', 512, 0.14],
  ] as const) {
    await page.setViewportSize({ width: size, height: size })
    const isBare = name !== '180' && !inset
    await page.setContent(`<style>* { margin: 0 } body { background: ${isBare ? 'transparent' : '#0b6b5c'} }
      svg { position: absolute; inset: ${inset * size}px; width: ${size * (1 - 2 * inset)}px; height: ${size * (1 - 2 * inset)}px }</style>${mark}`)
    await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true })
  }
}

/** `favicon.ico`, which browsers ask for by that name on pages that declare no icon. */
async function drawFavicon(page: Page): Promise<void> {
  const pictures: { size: number; png: Buffer }[] = []
  for (const size of [16, 32, 48]) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>* { margin: 0 } svg { position: absolute; inset: 0; width: 100%; height: 100% }</style>${mark}`,
    )
    pictures.push({ size, png: await page.screenshot({ omitBackground: true }) })
  }
  writeFileSync(join(root, 'web/public/favicon.ico'), iconFile(pictures))
}

function card(title: string): string {
  return `<style>${style}
    body { width: 1200px; height: 630px; background: #f6f8f7; position: relative; overflow: hidden }
    svg.map { position: absolute; inset: 0 }
    .words { position: absolute; left: 84px; bottom: 84px; width: 720px }
    .name { display: flex; align-items: center; gap: 20px; font-size: 44px; font-weight: 650 }
    .name svg { width: 64px; height: 64px }
    h1 { font-size: ${title.length > 24 ? 68 : 84}px; line-height: 1.06; font-weight: 680; margin-top: 48px; letter-spacing: -0.035em; text-wrap: balance }
    p { margin-top: 28px; font-size: 30px; color: #4c5b57; letter-spacing: -0.015em }
  </style>
  ${map}
  <div class="words"><div class="name">${mark}Karta</div><h1>${escaped(title)}</h1><p>Last-mile delivery, planned, tracked and proven</p></div>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
