import { Clock, Fuel, RefreshCw } from 'lucide-react'
import type { Feature } from '../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <Clock />,
    title: 'Save Time',
    opens: 'planning',
    text: 'Reduce planning time by 90%. What took a morning with a map and a spreadsheet takes seconds.',
  },
  {
    icon: <Fuel />,
    title: 'Reduce Fuel Costs',
    opens: 'planning',
    text: 'Shorter routes burn less. Every plan shows its kilometers and liters, so you can check the savings yourself.',
  },
  {
    icon: <RefreshCw />,
    title: 'Real-time Updates',
    opens: 'live',
    text: 'When an order comes in late or a driver is held up, replan in seconds. Everyone sees the new route.',
  },
]
