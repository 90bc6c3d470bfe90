import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { useSeemsSignedIn } from '#web/lib/session-trace.ts'
import { ShopConnection, disconnectedView, type ShopView } from './shop-connection.ts'

export type ConnectButtonState = ShopView & {
  /** Whether `connect` wants the shop's address: for members, except where the platform asks for the shop itself. */
  needsAddress: boolean
  connect: (shopAddress?: string) => void
  disconnect: () => void
}

/**
 * The connect button of a platform's public page. Guests see a connection simulated for 1.5 s, without any call and
 * kept nowhere; members connect their shop, which leads through the shop's own page and back.
 */
export function useShopConnection(platform: ShopPlatform): ConnectButtonState {
  const isMember = useSeemsSignedIn()
  const connection = useMemo(() => new ShopConnection(platform, browser), [platform])
  const view = useSyncExternalStore(connection.subscribe, connection.read, () => disconnectedView)

  useEffect(() => {
    void connection.open(isMember)
    // Back from the shop by the browser's Back, the page is as it was left: with a button that still waits.
    const onPageShow = (event: PageTransitionEvent) => event.persisted && void connection.open(isMember)
    window.addEventListener('pageshow', onPageShow)
    return () => {
      window.removeEventListener('pageshow', onPageShow)
      connection.close()
    }
  }, [connection, isMember])

  return {
    ...view,
    needsAddress: isMember && platform !== 'wix',
    connect: (shopAddress) => void connection.connect(shopAddress),
    disconnect: () => void connection.disconnect(),
  }
}

const browser = {
  loadMembers: async () => (await import('./shop-members.ts')).shopMembers,
  go: (url: string) => window.location.assign(url),
  takeQuery,
}

/** What the way back from the shop left in the address, taken out of it: a reload must not repeat it. */
function takeQuery(): URLSearchParams {
  const url = new URL(window.location.href)
  const query = new URLSearchParams(url.search)
  if (!query.has('connection')) return query
  for (const name of ['connection', 'attempt', 'reason']) url.searchParams.delete(name)
  window.history.replaceState(window.history.state, '', url)
  return query
}
