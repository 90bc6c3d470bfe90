import { expect, test } from 'vitest'
import type { InvitationsReply } from '#domain/schema/invitation.ts'
import { sayResults, sendAll } from './sending.ts'

const people = Array.from({ length: 450 }, (_, at) => `p${at}@example.com`)
const replyTo = (addresses: string[], outcome: InvitationsReply['results'][number]['outcome'] = 'invited') => ({
  results: addresses.map((address) => ({ address, outcome, invitation_id: null })),
  link: null,
  by_mail: true,
})

test('a long list goes in parts, each address once', async () => {
  const sent: string[][] = []
  const done: number[] = []
  const progress = await sendAll(
    people,
    async (addresses) => {
      sent.push(addresses)
      return replyTo(addresses)
    },
    (count) => done.push(count),
  )
  expect(sent.flat()).toEqual(people)
  expect(done).toEqual([200, 400, 450])
  expect(progress).toMatchObject({ left: [], failure: undefined })
  expect(sayResults(progress)).toEqual(['450 people were invited.'])
})

test('if a part fails, what came before is done and the rest is kept', async () => {
  const failure = new Error('offline')
  let parts = 0
  const progress = await sendAll(people, async (addresses) => {
    if (++parts === 2) throw failure
    return replyTo(addresses)
  })
  expect(progress.results).toHaveLength(200)
  expect(progress.left).toEqual(people.slice(200))
  expect(progress.failure).toBe(failure)
})

test('people for whom there was no room are kept too, and it says why', async () => {
  const progress = await sendAll(people.slice(0, 3), async (addresses) => replyTo(addresses, 'too_many_today'))
  expect(progress.left).toEqual(people.slice(0, 3))
  expect(sayResults(progress)[0]).toContain('Send the rest tomorrow')
  expect(sayResults({ results: replyTo(['a@x.com']).results, byMail: false }).at(-1)).toContain('sends no mail')
})
