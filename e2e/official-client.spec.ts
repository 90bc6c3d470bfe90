import { createRequire } from 'node:module'
import type { createClient } from '@supabase/supabase-js'
import { register } from './account.ts'
import { expect, test } from './fixtures.ts'

/** The global that the client's script for browsers makes. */
declare const supabase: { createClient: typeof createClient }

const clientFile = createRequire(import.meta.url)
  .resolve('@supabase/supabase-js')
  .replace(/index\.[cm]js$/, 'umd/supabase.js')

// One function does not exist, and our own pages would not run the client's script.
test.use({ expectedErrors: /status of 404/, bypassCSP: true })

test('the official client works in a page of another origin: channels, files, data and functions', async ({
  page,
  baseURL,
}) => {
  const { session } = await register(page)
  const { publishable_key: key } = await (await page.request.get('/app-config.json')).json()
  // Another origin, whose page is only there to run the script.
  await page.goto(`${baseURL!.replace('localhost', '127.0.0.1')}/healthz`)
  await page.addScriptTag({ path: clientFile })

  const done = await page.evaluate(
    async ({ url, key, session }) => {
      const open = async (vsn: '1.0.0' | '2.0.0') => {
        const client = supabase.createClient(url, key, { auth: { persistSession: false }, realtime: { vsn } })
        await client.auth.setSession(session)
        return client
      }
      const [old, client] = [await open('1.0.0'), await open('2.0.0')]
      const { data: workspace } = await client.from('workspaces').select('id').single()
      const results: Record<string, unknown> = {}

      // Each of two pages, one of each serializer, hears and sees the other.
      const enter = (each: typeof client, name: string) => {
        const config = { private: true, broadcast: { ack: true, self: false }, presence: { key: name } }
        const channel = each.channel(`workspace:${workspace!.id}:room:desk`, { config })
        const heard = new Promise((resolve) => {
          channel.on('broadcast', { event: 'hello' }, ({ payload }) => resolve(payload))
        })
        const together = new Promise((resolve) => {
          channel.on('presence', { event: 'sync' }, () => {
            const present = Object.keys(channel.presenceState()).toSorted()
            if (present.length === 2) resolve(present)
          })
        })
        const joined = new Promise((resolve) => channel.subscribe((state) => resolve(state)))
        return { channel, heard, together, joined }
      }
      const [one, two] = [enter(old, 'one'), enter(client, 'two')]
      results.joined = await Promise.all([one.joined, two.joined])
      results.tracked = [await one.channel.track({ at: 1 }), await two.channel.track({ at: 2 })]
      results.present = await Promise.all([one.together, two.together])
      const hello = (from: string) => ({ type: 'broadcast' as const, event: 'hello', payload: { from } })
      results.sent = [await one.channel.send(hello('one')), await two.channel.send(hello('two'))]
      results.heard = await Promise.all([one.heard, two.heard])
      results.posted = await two.channel.httpSend('hello', { from: 'two' })
      results.left = [await one.channel.untrack(), await one.channel.unsubscribe()]

      // Rows, and the changes of them.
      const rows = client.channel('rows')
      const change = new Promise((resolve) => {
        rows.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'deliveries' }, (message) =>
          resolve([message.eventType, message.new.reference]),
        )
      })
      const following = new Promise<void>((resolve) => {
        rows.on('system', {}, ({ extension }) => extension === 'postgres_changes' && resolve())
      })
      rows.subscribe()
      await following
      const order = { reference: 'A-1', delivery_address: 'Jl. Thamrin 1', scheduled_date: '2099-03-16' }
      results.inserted = (await client.from('deliveries').insert(order).select('reference').single()).data
      results.change = await change
      const { count, data } = await client.from('deliveries').select('reference', { count: 'exact' })
      results.counted = [count, data]
      results.called = (await client.rpc('delivery_counts', { day: '2099-03-16' })).error

      // Files.
      await client.storage.createBucket('photos')
      const photos = client.storage.from('photos')
      const file = new Blob(['a note'], { type: 'text/plain' })
      results.uploaded = (await photos.upload('day/note.txt', file)).data?.fullPath
      results.downloaded = await (await photos.download('day/note.txt')).data?.text()
      const signed = await photos.createSignedUrl('day/note.txt', 60)
      results.signed = await (await fetch(signed.data!.signedUrl)).text()
      results.listed = (await photos.list('day')).data?.map(({ name }) => name)

      // Functions.
      const problem = { vehicles: [{ id: 1, start: [106.8, -6.2] }], jobs: [{ id: 1, location: [106.81, -6.21] }] }
      const solved = await client.functions.invoke('optimize', { body: problem })
      results.solved = solved.error ?? solved.data.summary.unassigned
      results.unknown = (await client.functions.invoke('nothing')).error?.name
      await Promise.all([old.removeAllChannels(), client.removeAllChannels()])
      return results
    },
    { url: baseURL!, key, session },
  )
  expect(done).toEqual({
    joined: ['SUBSCRIBED', 'SUBSCRIBED'],
    tracked: ['ok', 'ok'],
    present: [
      ['one', 'two'],
      ['one', 'two'],
    ],
    sent: ['ok', 'ok'],
    heard: [{ from: 'two' }, { from: 'one' }],
    posted: { success: true },
    left: ['ok', 'ok'],
    inserted: { reference: 'A-1' },
    change: ['INSERT', 'A-1'],
    counted: [1, [{ reference: 'A-1' }]],
    called: null,
    uploaded: 'photos/day/note.txt',
    downloaded: 'a note',
    signed: 'a note',
    listed: ['note.txt'],
    solved: 0,
    unknown: 'FunctionsRelayError',
  })
})
