import { lazy, type ComponentType } from 'react'
import type { PageProps } from './page-props.ts'
import { TodayPage } from './pages/today.tsx'
import type { TabName } from './shell/tabs.ts'

type Page = {
  /** Below /driver. What is in brackets becomes the page's `params`. */
  path: RegExp
  page: ComponentType<PageProps>
  /** Which tab it belongs to. Pages without one are forms, which fill the screen. */
  tab?: TabName
}

const uuid = '([0-9a-f-]{36})'

/** Every page of the app. The first one comes with the app, the others when they are opened. */
const pages: Page[] = [
  { path: /^\/$/, page: TodayPage, tab: 'today' },
  {
    path: new RegExp(`^/stop/${uuid}$`),
    page: lazy(async () => ({ default: (await import('./pages/stop.tsx')).StopPage })),
  },
  {
    path: new RegExp(`^/stop/${uuid}/end$`),
    page: lazy(async () => ({ default: (await import('./pages/end.tsx')).EndPage })),
  },
  {
    path: new RegExp(`^/stop/${uuid}/fail$`),
    page: lazy(async () => ({ default: (await import('./pages/fail.tsx')).FailPage })),
  },
  { path: /^\/map$/, page: lazy(async () => ({ default: (await import('./pages/map.tsx')).MapPage })), tab: 'map' },
  { path: /^\/more$/, page: lazy(async () => ({ default: (await import('./pages/more.tsx')).MorePage })), tab: 'more' },
  { path: /^\/unsent$/, page: lazy(async () => ({ default: (await import('./pages/unsent.tsx')).UnsentPage })) },
  { path: /^\/kept$/, page: lazy(async () => ({ default: (await import('./pages/kept.tsx')).KeptPage })) },
  { path: /^\/order$/, page: lazy(async () => ({ default: (await import('./pages/order.tsx')).OrderPage })) },
  { path: /^\/add$/, page: lazy(async () => ({ default: (await import('./pages/add.tsx')).AddPage })) },
  { path: /^\/depot$/, page: lazy(async () => ({ default: (await import('./pages/depot.tsx')).DepotPage })) },
  { path: /^\/hand$/, page: lazy(async () => ({ default: (await import('./pages/hand.tsx')).HandPage })) },
  { path: /^\/take$/, page: lazy(async () => ({ default: (await import('./pages/take.tsx')).TakePage })) },
  {
    path: new RegExp(`^/check/${uuid}$`),
    page: lazy(async () => ({ default: (await import('./pages/check.tsx')).CheckPage })),
  },
  { path: /^\/load$/, page: lazy(async () => ({ default: (await import('./pages/load.tsx')).LoadPage })), tab: 'load' },
  {
    path: /^\/messages$/,
    page: lazy(async () => ({ default: (await import('./pages/messages.tsx')).MessagesPage })),
    tab: 'messages',
  },
  { path: /^\/cash$/, page: lazy(async () => ({ default: (await import('./pages/cash.tsx')).CashPage })) },
  {
    path: /^\/temperature$/,
    page: lazy(async () => ({ default: (await import('./pages/temperature.tsx')).TemperaturePage })),
  },
  { path: /^\/shift$/, page: lazy(async () => ({ default: (await import('./pages/shift.tsx')).ShiftPage })) },
  { path: /^\/sign-out$/, page: lazy(async () => ({ default: (await import('./pages/sign-out.tsx')).SignOutPage })) },
]

/** The page at a path; the first one for what is not there. */
export function pageAt(path: string): { page: ComponentType<PageProps>; params: string[]; tab?: TabName } {
  for (const { path: pattern, page, tab } of pages) {
    const found = pattern.exec(path)
    if (found) return { page, params: found.slice(1), tab }
  }
  return { page: TodayPage, params: [], tab: 'today' }
}
