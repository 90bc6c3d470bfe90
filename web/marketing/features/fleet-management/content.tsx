import { Fuel, UserRoundCheck, Wrench } from 'lucide-react'
import type { Feature } from '../../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <Wrench />,
    title: 'Maintenance scheduling',
    opens: 'vehicles',
    text: 'Schedule it by date or distance. A vehicle in the shop drops out of tomorrow’s plan, and nobody has to remember why.',
  },
  {
    icon: <UserRoundCheck />,
    title: 'Driver assignment',
    opens: 'drivers',
    text: 'Decide who drives what, and which skills both need. Cold goods only go to a driver and a van that can handle them.',
  },
  {
    icon: <Fuel />,
    title: 'Fuel and cost',
    opens: 'vehicles',
    text: 'Track fuel level, distance and liters for each vehicle, so you spot the expensive one before the bill does.',
  },
]
