import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { afterAll, describe, expect, test } from 'vitest'
import { packPlugin } from '#server/http/plugin-file.ts'
import { startDouble, type Reply } from '#server/outside/double-server.ts'

const folder = join(import.meta.dirname, '../plugins/woocommerce')
const run = promisify(execFile)
const hasPhp = await run('php', ['-v']).then(
  () => true,
  () => false,
)

let answer: (what: string, body: never) => Reply | null = () => ({ status: 200, body: {} })
const karta = await startDouble(({ url, body }) => answer(url.pathname.split('/').pop()!, JSON.parse(body) as never))
afterAll(() => karta.close())

/** Runs a story of `tests/run.php` over a fake WordPress; says what came of it, and what Karta was asked. */
async function tell(story: string, replies: typeof answer, env: Record<string, string> = {}) {
  answer = replies
  karta.calls.length = 0
  const { stdout } = await run('php', [join(folder, 'tests/run.php'), story, karta.url], {
    env: { ...process.env, ...env },
  })
  return { told: JSON.parse(stdout) as never[], asked: karta.calls.map(({ body }) => JSON.parse(body) as object) }
}

const slot = { code: 'slot-2026-11-21-1800-2000', title: 'Sa., 21. Nov., 18:00–20:00', price: '5.90' }
const taken = { status: 409, body: { code: 'slot_taken', title: 'Somebody else was faster.' } }

// Without PHP there is nothing to run it with; `npm test` installs it where it can.
describe.skipIf(!hasPhp)('the WooCommerce plugin', () => {
  test('is PHP without mistakes', async () => {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.php'))
    expect(files.length).toBeGreaterThan(8)
    await run('php', [
      '-r',
      'foreach (array_slice($argv, 1) as $f) { exec("php -l " . escapeshellarg($f), $o, $c); if ($c) exit(1); }',
      '--',
      ...files.map((name) => join(folder, name)),
    ])
  })

  test('offers the times of Karta as rates, signed, and asks once for the same cart', async () => {
    const { told, asked } = await tell('rates', () => ({ status: 200, body: { rates: [slot] } }))
    const rate = {
      id: 'karta:3:slot-2026-11-21-1800-2000',
      label: 'Delivery: Sa., 21. Nov., 18:00–20:00',
      cost: '5.90',
      meta_data: { karta_slot: slot.code },
    }
    expect(told).toEqual([[rate], [rate]])
    expect(asked).toEqual([
      {
        address: {
          line1: 'Hauptstraße 5',
          line2: null,
          city: 'Berlin',
          region: null,
          postcode: '10827',
          country: 'DE',
        },
        method: 'express',
        currency: 'EUR',
        total: '19.90',
        weight_grams: 2500,
        tags: ['chilled', 'fresh'],
        locale: 'de-DE',
      },
    ])
    const [{ headers, body, url }] = karta.calls as [(typeof karta.calls)[0]]
    expect(url.pathname).toBe('/v1/shops/woocommerce/01234567-89ab-4def-8123-456789abcdef/rates')
    const signed = `${String(headers['x-karta-timestamp'])}.rates.${body}`
    const signature = createHmac('sha256', 'k'.repeat(43)).update(signed).digest('hex')
    expect(headers['x-karta-signature']).toBe(`v1=${signature}`)
    expect(JSON.stringify(headers) + body).not.toContain('k'.repeat(43))
  })

  test('sells on at its own price, or not at all, while Karta is away, slow or makes no sense', async () => {
    const fallback = { id: 'karta:3:any-time', label: 'Delivery', cost: '4.5' }
    const bad: (typeof answer)[] = [
      () => null,
      () => ({ status: 503, body: '<h1>Down</h1>' }),
      () => ({ status: 200, body: { rates: [{ ...slot, code: '"><script>' }] } }),
    ]
    for (const replies of bad) {
      const { told, asked } = await tell('away', replies, { FAKE_PATIENCE: '0.2' })
      expect(told).toEqual([[], [fallback], [expect.stringContaining('Karta')]])
      expect(asked).toHaveLength(1)
    }
  })

  test('holds the chosen time, gives the earlier one back, and refuses one that is taken', async () => {
    let holds = 0
    const { told, asked } = await tell('checkout', () => ({ status: 201, body: { id: `hold-${++holds}` } }))
    expect(told).toEqual([
      { _karta_slot: 'slot-2026-11-21-1800-2000', _karta_hold: 'hold-1' },
      { _karta_slot: 'slot-2026-11-21-1600-1800', _karta_hold: 'hold-2' },
      [],
      { karta_hold: 'hold-2' },
    ])
    expect(asked).toMatchObject([
      { code: 'slot-2026-11-21-1800-2000', instead_of: null, weight_grams: 2500, address: { city: 'Berlin' } },
      { code: 'slot-2026-11-21-1600-1800', instead_of: 'hold-1' },
    ])
    const refused = await tell('taken', () => taken)
    expect(refused.told).toBe('This delivery time was just taken. Choose another one.')
    expect((await tell('taken', () => ({ status: 500, body: '' }))).told).toBeNull()
  })

  test('sends orders by hand, only for those who may, and says what came of it', async () => {
    const { told, asked } = await tell('bulk', () => ({ status: 202, body: { accepted: 3 } }))
    expect(asked).toEqual([{ ids: ['5', '7', '9'] }])
    expect(told[0]).toEqual({ karta_send: 'Send to Karta' })
    expect(told[2]).toContain('3 orders sent to Karta.')
    const away = { status: 401, body: { code: 'x', title: 'The key <b> is wrong.' } }
    expect((await tell('bulk', () => away)).told[2]).toContain('The key &lt;b&gt; is wrong.')
  })

  test('saves its settings with a nonce and the right, tests the key, and adds itself to the zone once', async () => {
    const { told, asked } = await tell('settings', () => ({ status: 200, body: { shop: 'x' } }))
    const [page, wrong, empty, ends, after, methods] = told as unknown as [
      string,
      string,
      string,
      string[],
      string,
      number,
    ]
    expect(page).toContain('&lt;b&gt;City&lt;/b&gt;')
    expect(page).not.toContain('kkkkk')
    expect([wrong, empty]).toEqual(['karta_key', 'karta_address'])
    expect(ends).toEqual([
      'redirected',
      'redirected',
      'The link you followed has expired.',
      'You may not change these settings.',
    ])
    expect(after).toContain('Saved. Karta answers.')
    expect(methods).toBe(1)
    expect(asked).toEqual([{ version: '1.0.0' }, { version: '1.0.0' }])
  })

  test('shows state and link on the order, and nothing that is no state and no link', async () => {
    const { told } = await tell('tracking', () => null)
    const [shown, evil, none, mail] = told as unknown as string[]
    expect(shown).toContain('<p>On its way</p>')
    expect(shown).toContain('<a href="https://karta.test/t/abc">Follow the delivery</a>')
    expect([evil, none]).toEqual(['', ''])
    expect(mail).toContain('Follow the delivery: https://karta.test/t/abc')
  })
})

test('the zip has one folder with the plugin, its license and its texts, and the same bytes each time', () => {
  const zip = packPlugin()
  const names = Object.keys(unzipSync(zip))
  expect(names).toContain('karta-delivery/karta-delivery.php')
  expect(names).toContain('karta-delivery/LICENSE')
  expect(names.every((name) => name.startsWith('karta-delivery/') && !name.includes('tests'))).toBe(true)
  expect(packPlugin().equals(zip)).toBe(true)
})

test('every text of the plugin can be translated', () => {
  const php = globSync('{*.php,includes/*.php}', { cwd: folder }).map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  )
  const texts = php.flatMap((file) => [...file.matchAll(/(?:__|_n)\( '((?:[^'\\]|\\.)*)'/g)].map(([, text]) => text!))
  const known = readFileSync(join(folder, 'languages/karta-delivery.pot'), 'utf8')
  expect(texts.length).toBeGreaterThan(30)
  expect(texts.filter((text) => !known.includes(JSON.stringify(text)))).toEqual([])
})
