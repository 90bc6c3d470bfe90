import { Eye, HeartHandshake, Scale, Undo2 } from 'lucide-react'
import type { Feature } from '../parts/feature-grid.tsx'

export const values: readonly Feature[] = [
  {
    icon: <Eye />,
    title: 'Show the reason',
    text: 'When a delivery doesn’t fit, Karta tells you which promise is in the way and the cheapest change that would make room.',
  },
  {
    icon: <Scale />,
    title: 'Promise what you can keep',
    text: 'An ETA is a range, as wide as it needs to be. A range you hit beats a minute you miss.',
  },
  {
    icon: <Undo2 />,
    title: 'Let people change their minds',
    text: 'A plan is a draft until you approve it, and you can still take it back. Nobody should be afraid of a button.',
  },
  {
    icon: <HeartHandshake />,
    title: 'Work for the driver, too',
    text: 'A day only a computer could finish is a bad plan. Shifts, skills and service times count as much as kilometers.',
  },
]

export const openSource: readonly string[] = [
  'One process, one command, database included',
  'The same product you see here, with nothing held back',
  'The route optimizer on its own, for your own software',
  'One file to back up everything and restore it',
]
