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
export function createShopConnection(platform: ShopPlatform, place: Place) {
  const listeners = new Set<() => void>()
  let view = disconnectedView
  let isMember = false
  /** What the way back from the shop brought. The page may open twice: first as a guest's, before it knows better. */
  let attempt: string | null = null
  let refusal: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Each opening, press and closing ends what an earlier one still waits for. */
  let turn = 0

  const show = (change: Partial<ShopView>) => {
    view = { ...view, ...change }
    for (const listener of listeners) listener()
  }
  const nextTurn = () => {
    clearTimeout(timer)
    return ++turn
  }

  /** Shows how the connection stands, and looks again while the shop is being checked. */
  const follow = async (members: ShopMembers, mine: number, standing: ShopStanding, showsFailure: boolean) => {
    if (mine !== turn) return
    const { state, shop, failure } = standing
    if (state === 'checking') {
      show({ state: 'connecting', shop, error: null })
      timer = setTimeout(() => void look(members, mine, true), pollMilliseconds)
    } else if (state === 'connected') {
      show({ state, shop, error: null })
    } else {
      const error = showsFailure && failure ? connectionFailures[failure] : view.error
      show({ state: 'not connected', shop: null, error })
    }
  }

  const look = async (members: ShopMembers, mine: number, showsFailure: boolean) => {
    try {
      await follow(members, mine, await members.read(platform), showsFailure)
    } catch (error) {
      if (mine === turn) show({ state: 'not connected', error: members.sentenceOf(error) })
    }
  }

  const comeBack = async (members: ShopMembers, mine: number, confirmed: string) => {
    show({ state: 'connecting', error: null })
    try {
      const standing = await members.confirm(platform, confirmed)
      attempt = null
      await follow(members, mine, standing, true)
    } catch (error) {
      attempt = null
      if (mine === turn) show({ state: 'not connected', error: members.sentenceOf(error) })
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    read: () => view,

    /** The page is open: is somebody coming back from the shop, and how does the connection stand? */
    async open(asMember: boolean) {
      isMember = asMember
      const mine = nextTurn()
      const query = place.takeQuery()
      const [connection, reason] = [query.get('connection'), query.get('reason')]
      if (connection === 'returned') attempt = query.get('attempt')
      if (connection === 'failed') refusal = connectionFailures[isConnectionFailure(reason) ? reason : 'expired']
      show({ ...disconnectedView, error: refusal })
      if (!isMember) return
      const members = await place.loadMembers().catch(() => undefined)
      if (!members || mine !== turn) return
      await (attempt ? comeBack(members, mine, attempt) : look(members, mine, false))
    },

    close() {
      nextTurn()
    },

    async connect(shopAddress?: string) {
      if (view.state !== 'not connected') return
      const mine = nextTurn()
      refusal = null
      show({ state: 'connecting', error: null })
      if (!isMember) {
        timer = setTimeout(() => show({ state: 'connected' }), simulatedMilliseconds)
        return
      }
      let sentence = 'The page could not load what it needs. Check your connection and try again.'
      try {
        const members = await place.loadMembers()
        sentence = ''
        const url = await members.start(platform, shopAddress).catch((error: unknown) => {
          sentence = members.sentenceOf(error)
          throw error
        })
        if (mine === turn) place.go(url)
      } catch {
        if (mine === turn) show({ state: 'not connected', error: sentence })
      }
    },

    async disconnect() {
      const mine = nextTurn()
      if (!isMember) return show(disconnectedView)
      const members = await place.loadMembers()
      try {
        await members.disconnect(platform)
        if (mine === turn) show(disconnectedView)
      } catch (error) {
        if (mine === turn) show({ error: members.sentenceOf(error) })
      }
    },
  }
}
