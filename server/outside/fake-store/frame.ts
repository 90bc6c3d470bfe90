import { startDouble, type Double, type Received } from '../double-server.ts'
import { control } from './control.ts'
import { faultReply, openFaults, type Faults } from './faults.ts'
import { openHooks, type FakeHooks } from './hooks.ts'
import { answerPage } from './pages.ts'
import type { Personality } from './personality.ts'
import { fakeState, type FakeState } from './state.ts'

export type FakeStore = Double & { state: FakeState; faults: Faults; hooks: FakeHooks }

/**
 * A store on this machine, with pages for people (`/`), the API of its platform, and a channel for commands
 * (`POST /__control`, `GET /__calls`).
 */
export async function startFakeStore(
  personality: Personality,
  { now, port }: { now: () => Date; port?: number | undefined },
): Promise<FakeStore> {
  const state = fakeState(now, personality.idOf)
  const faults = openFaults()
  const hooks = openHooks(state, personality.writeHook)
  const double: Double = await startDouble(async (call) => {
    if (call.url.pathname === '/__control') return control(call, { state, faults, hooks })
    if (call.url.pathname === '/__calls') return { status: 200, body: double.calls.map(shown) }
    if (personality.isApi(call)) {
      const fault = faults.next(`${call.url.pathname} ${call.body}`)
      if (fault) return personality.faults?.[fault] ?? faultReply[fault]
    }
    const answer = await personality.answer(call, state)
    if (answer !== undefined) return answer
    return (await answerPage(call, { personality, state, hooks })) ?? { status: 404, body: 'Not found' }
  }, port)
  return { ...double, state, faults, hooks }
}

const shown = ({ method, url, headers, body }: Received) => ({ method, url: url.href, headers, body })
