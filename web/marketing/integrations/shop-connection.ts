import { connectionFailures, isConnectionFailure } from '#domain/connection-failures.ts'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import type { ShopMembers, ShopStanding } from './shop-members.ts'

/** How long a guest's connection is simulated. */
const simulatedMilliseconds = 1500
const pollMilliseconds = 1000

export type ShopView = {
  state: 'not connected' | 'connecting' | 'connected'
  /** The connected shop's name or address; null for guests. */
  shop: string | null
  /** Why it did not work, in a sentence. */
  error: string | null
}

export const disconnectedView: ShopView = { state: 'not connected', shop: null, error: null }

type Place = {
  /** Brings the code that talks to the server; guests never need it. */
  loadMembers: () => Promise<ShopMembers>
  go: (url: string) => void
  takeQuery: () => URLSearchParams
}

/** The connection of one platform as a page shows it: simulated for guests, real for members. */
export class ShopConnection {
  readonly #platform: ShopPlatform
  readonly #place: Place
  readonly #listeners = new Set<() => void>()
  #view = disconnectedView
  #isMember = false
  #version = 0
  // What the way back from the shop brought. A page may open twice: first as a guest's, before it knows better.
  #attempt: string | null = null
  #refusal: string | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Each opening, press and closing ends what an earlier one still waits for. */
  #turn = 0

  constructor(platform: ShopPlatform, place: Place) {
    this.#platform = platform
    this.#place = place
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly read = () => this.#view

  /** The page opened. Shows how the connection stands, and finishes it for somebody who comes back from the shop. */
  async open(isMember: boolean): Promise<void> {
    this.#isMember = isMember
    const turn = this.#nextTurn()
    this.#readReturn(this.#place.takeQuery())
    this.#show({ ...disconnectedView, error: this.#refusal })
    if (!isMember) return
    const members = await this.#place.loadMembers().catch(() => undefined)
    if (!members || turn !== this.#turn) return
    if (this.#attempt) await this.#confirm(members, turn, this.#attempt)
    else await this.#look(members, turn, false)
  }

  close(): void {
    this.#nextTurn()
  }

  async connect(shopAddress?: string): Promise<void> {
    if (this.#view.state !== 'not connected') return
    const turn = this.#nextTurn()
    this.#refusal = null
    this.#show({ state: 'connecting', error: null })
    if (!this.#isMember) {
      this.#timer = setTimeout(() => this.#show({ state: 'connected' }), simulatedMilliseconds)
      return
    }
    const members = await this.#place.loadMembers().catch(() => undefined)
    if (!members) return this.#fail(turn, 'The page could not load what it needs. Check your connection and try again.')
    try {
      const url = await members.start(this.#platform, shopAddress)
      if (turn === this.#turn) this.#place.go(url)
    } catch (error) {
      this.#fail(turn, members.sentenceOf(error))
    }
  }

  async disconnect(): Promise<void> {
    const turn = this.#nextTurn()
    if (!this.#isMember) return this.#show(disconnectedView)
    const members = await this.#place.loadMembers()
    try {
      await members.disconnect(this.#platform, this.#version)
      if (turn === this.#turn) this.#show(disconnectedView)
    } catch (error) {
      if (turn === this.#turn) this.#show({ error: members.sentenceOf(error) })
    }
  }

  #readReturn(query: URLSearchParams): void {
    const [connection, reason] = [query.get('connection'), query.get('reason')]
    if (connection === 'returned') this.#attempt = query.get('attempt')
    if (connection === 'failed') this.#refusal = connectionFailures[isConnectionFailure(reason) ? reason : 'expired']
  }

  async #confirm(members: ShopMembers, turn: number, attempt: string): Promise<void> {
    this.#show({ state: 'connecting', error: null })
    try {
      const standing = await members.confirm(this.#platform, attempt)
      this.#attempt = null
      this.#follow(members, turn, standing, true)
    } catch (error) {
      this.#attempt = null
      this.#fail(turn, members.sentenceOf(error))
    }
  }

  async #look(members: ShopMembers, turn: number, showsFailure: boolean): Promise<void> {
    try {
      this.#follow(members, turn, await members.read(this.#platform), showsFailure)
    } catch (error) {
      this.#fail(turn, members.sentenceOf(error))
    }
  }

  /** Shows how the connection stands, and looks again while the shop is being checked. */
  #follow(members: ShopMembers, turn: number, standing: ShopStanding, showsFailure: boolean): void {
    if (turn !== this.#turn) return
    const { state, shop, failure, version } = standing
    this.#version = version
    if (state === 'checking') {
      this.#show({ state: 'connecting', shop, error: null })
      this.#timer = setTimeout(() => void this.#look(members, turn, true), pollMilliseconds)
    } else if (state === 'connected') {
      this.#show({ state, shop, error: null })
    } else {
      const error = showsFailure && failure ? connectionFailures[failure] : this.#view.error
      this.#show({ state: 'not connected', shop: null, error })
    }
  }

  #fail(turn: number, error: string): void {
    if (turn === this.#turn) this.#show({ state: 'not connected', error })
  }

  #show(change: Partial<ShopView>): void {
    this.#view = { ...this.#view, ...change }
    for (const listener of this.#listeners) listener()
  }

  #nextTurn(): number {
    clearTimeout(this.#timer)
    return ++this.#turn
  }
}
