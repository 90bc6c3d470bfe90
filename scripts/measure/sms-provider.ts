import { setTimeout as wait } from 'node:timers/promises'
import { startDouble, type Double } from '#server/outside/double-server.ts'
import { startSmsDouble } from '#server/outside/sms-double.ts'

/*
 * The provider of `npm run bench -- recipient messages`, in a process of its own: Twilio, or a gateway that cannot say what it
 * has. It takes so many texts a second and answers 429 to the others. The parent asks what it took.
 */
export type ProviderOrder =
  | { do: 'open'; kind: 'twilio' | 'gateway'; perSecond: number; answersAfterMs: number }
  | { do: 'tell' }
export type ProviderAnswer = {
  url?: string
  /** How often a text came to each number. */
  taken?: Record<string, number>
  refused?: number
  /** How many were taken in each second that something was taken in. */
  bySecond?: number[]
}

export const providerAccount = { accountSid: 'AC-bench', authToken: 'bench' }

const taken = new Map<string, number>()
const seconds = new Map<number, number>()
let refused = 0
let double: Double | undefined

process.on('message', async (order: ProviderOrder) => {
  if (order.do === 'open') double = await open(order)
  const answer: ProviderAnswer =
    order.do === 'open'
      ? { url: double!.url }
      : { taken: Object.fromEntries(taken), refused, bySecond: [...seconds.values()] }
  process.send!(answer)
})

function take(to: string): void {
  taken.set(to, (taken.get(to) ?? 0) + 1)
  const now = Math.floor(Date.now() / 1000)
  seconds.set(now, (seconds.get(now) ?? 0) + 1)
}

function open({ kind, perSecond, answersAfterMs }: ProviderOrder & { do: 'open' }): Promise<Double> {
  const isFree = async () => {
    await wait(answersAfterMs)
    const isRoom = (seconds.get(Math.floor(Date.now() / 1000)) ?? 0) < perSecond
    if (!isRoom) refused += 1
    return isRoom
  }
  if (kind === 'twilio') return startSmsDouble(providerAccount, { isFree, onText: ({ to }) => take(to) })
  return startDouble(async ({ body }) => {
    if (!(await isFree())) return { status: 429, body: 'Slow down' }
    const { to, ref } = JSON.parse(body) as { to: string; ref: string }
    take(to)
    return { status: 200, body: { id: ref } }
  })
}
