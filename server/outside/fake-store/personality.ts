import type { Received, Reply } from '../double-server.ts'
import type { Fault } from './faults.ts'
import type { WriteHook } from './hooks.ts'
import type { FakeAddress, FakeLine, FakeState } from './state.ts'

/** A delivery method at the checkout. */
export type FakeRate = { code: string; title: string; price: number; from: string | null; to: string | null }

/** What makes the fake store speak like one platform. */
export type Personality = {
  title: string
  /** What its IDs look like; as large as Shopify's unless it says otherwise. */
  idOf?(counter: number): string
  /** Answers calls of programs; undefined for what is none of its business. */
  answer(call: Received, state: FakeState): Reply | null | undefined | Promise<Reply | null | undefined>
  /** Which calls can have a fault. */
  isApi(call: Received): boolean
  writeHook: WriteHook
  /** Faults in its own words. */
  faults?: Partial<Record<Fault, Reply | null>>
  /** Asks whoever registered for it what delivery costs, and when. */
  askRates?(state: FakeState, to: FakeAddress, lines: FakeLine[]): Promise<FakeRate[]>
}
