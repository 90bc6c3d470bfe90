import { expect, test } from 'vitest'
import type { InboxAlert } from '#domain/schema/alert.ts'
import { linksOf } from './alert-links.ts'
import { inOrder } from './use-inbox.ts'

const alert: InboxAlert = {
  id: 'a',
  kind: 'late_expected',
  severity: 'medium',
  sentence: 'Budi will probably be late.',
  state: 'open',
  driver_id: 'b',
  driver_name: 'Budi',
  driver_phone: '+62 811-22',
  vehicle_id: null,
  delivery_id: 'd',
  stop_id: 's',
  route_id: 'r',
  plan_id: 'p',
  depot_id: null,
  actions: ['call', 'message', 'reassign', 'open_delivery', 'open_route'],
  raised_at: '2026-03-16T03:00:00.000Z',
  seen_at: null,
  seen_by: null,
  done_at: null,
  done_by: null,
  settled_at: null,
  version: 1,
}

test('an alert leads to whoever can be called and to what can be changed, each place once', () => {
  expect(linksOf(alert)).toEqual([
    { label: 'Call Budi', href: 'tel:+6281122', isPhone: true },
    { label: 'Message', href: '/dashboard/live?driver=b&message=b' },
    { label: 'Reassign', href: '/dashboard/live?driver=b&reassign=1' },
    { label: 'Open delivery', href: '/dashboard/deliveries?delivery=d' },
    { label: 'Open route', href: '/dashboard/planning?plan=p&route=r' },
  ])
  const gone = linksOf({ ...alert, driver_phone: null, plan_id: null })
  expect(gone.map(({ label }) => label)).toEqual(['Message', 'Reassign', 'Open delivery'])
})

test('the inbox begins with what is urgent and unseen, however old it is, each alert once', () => {
  const at = (id: string, raised_at: string, rest: Partial<InboxAlert> = {}) => ({ ...alert, id, raised_at, ...rest })
  const old = at('old', '2026-03-16T01:00:00.000Z', { severity: 'high' })
  const newest = [
    at('seen', '2026-03-16T05:00:00.000Z', { state: 'seen', severity: 'high' }),
    at('new', '2026-03-16T04:00:00.000Z'),
    at('less', '2026-03-16T03:00:00.000Z'),
    old,
  ]
  expect(inOrder([old], newest).map(({ id }) => id)).toEqual(['old', 'new', 'less', 'seen'])
})
