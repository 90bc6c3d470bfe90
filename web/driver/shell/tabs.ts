import { Ellipsis, ListOrdered, Map as MapIcon, MessageSquare, Package, type LucideIcon } from 'lucide-react'
import type { DriverText } from '#domain/messages/driver/en.ts'

export type TabName = 'today' | 'map' | 'load' | 'messages' | 'more'

/** What is at the bottom of the screen. */
export const tabs: { name: TabName; path: string; label: DriverText; icon: LucideIcon }[] = [
  { name: 'today', path: '/', label: 'nav.today', icon: ListOrdered },
  { name: 'map', path: '/map', label: 'nav.map', icon: MapIcon },
  { name: 'load', path: '/load', label: 'nav.load', icon: Package },
  { name: 'messages', path: '/messages', label: 'nav.messages', icon: MessageSquare },
  { name: 'more', path: '/more', label: 'nav.more', icon: Ellipsis },
]
