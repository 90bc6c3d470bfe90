import { Gauge, ScanSearch, Wallet } from 'lucide-react'
import type { Feature } from '../../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <Gauge />,
    title: 'Performance analytics',
    text: 'See what you promised next to what happened, for every stop.',
    points: ['On-time rate and first-attempt success', 'Broken down by day, driver, vehicle and customer'],
    opens: 'analytics',
  },
  {
    icon: <Wallet />,
    title: 'Cost analytics',
    text: 'See what a delivery really costs, and where the cost comes from.',
    points: ['Distance, working time, fixed costs and messages', 'Cost per delivery, by driver, vehicle and customer'],
    opens: 'analytics',
  },
  {
    icon: <ScanSearch />,
    title: 'From numbers to deliveries',
    text: 'Every number leads to the deliveries behind it, so nobody argues about it.',
    points: ['Links that keep your filters', 'CSV export for your own spreadsheets'],
    opens: 'analytics',
  },
]

export const lateReasons: readonly string[] = [
  'Late start, service and driving, each on its own',
  'A separate count for promises the plan couldn’t keep',
  'The same reasons for every driver, so comparisons are fair',
]
