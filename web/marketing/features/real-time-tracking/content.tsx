import { BellRing, MapPinned, MessagesSquare } from 'lucide-react'
import type { Feature } from '../../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <MapPinned />,
    title: 'Live GPS',
    opens: 'live',
    text: 'Every driver’s phone reports its position. The map moves with them and catches up on its own after a dead spot.',
  },
  {
    icon: <BellRing />,
    title: 'Notifications',
    opens: 'alerts',
    text: 'A driver late or silent, a proof missing, a van with a defect? Dispatchers hear about it while there is still time to act.',
  },
  {
    icon: <MessagesSquare />,
    title: 'Customer SMS and email updates',
    opens: 'messages',
    text: 'Recipients know when their delivery leaves, gets close and arrives, without having to call you.',
  },
]

export const messages: readonly string[] = [
  'Ranges that narrow as the driver gets closer',
  'Your own words, in your customers’ language',
  'A link to the proof in the last message',
]
