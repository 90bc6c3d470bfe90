import { Headset, KeyRound, ShieldCheck, Truck } from 'lucide-react'
import type { Feature } from '../../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <Truck />,
    title: 'Drivers',
    opens: 'drivers',
    text: 'Their own route on their own phone: the next stop, directions and one-handed proof of delivery.',
  },
  {
    icon: <Headset />,
    title: 'Dispatchers',
    opens: 'planning',
    text: 'Plan the day, dispatch it and fix it on the fly. They can take a change back.',
  },
  {
    icon: <ShieldCheck />,
    title: 'Administrators',
    opens: 'settings',
    text: 'Invite people, assign roles, manage keys and settings. Nobody shares a password.',
  },
  {
    icon: <KeyRound />,
    title: 'Granular access control',
    opens: 'team',
    text: 'Six roles, checked by the server on every call, not just hidden in a menu.',
  },
]
