import { ChartColumn, Clock, MapPinned, Route as RouteIcon, Truck, Users } from 'lucide-react'
import type { Feature } from '../parts/feature-grid.tsx'

export const features: readonly Feature[] = [
  {
    icon: <RouteIcon />,
    title: 'Route Optimization',
    opens: 'planning',
    text: 'Plan a whole day in seconds, within every time window, capacity, shift and skill. If a stop runs late, you see why.',
  },
  {
    icon: <MapPinned />,
    title: 'Real-time Tracking',
    opens: 'live',
    text: 'See where every driver is and when each delivery will arrive, with ETAs as honest ranges.',
  },
  {
    icon: <Truck />,
    title: 'Fleet Management',
    opens: 'vehicles',
    text: 'Keep vehicles, capacities, maintenance and costs in one place, ready for the planner.',
  },
  {
    icon: <ChartColumn />,
    title: 'Performance Analytics',
    text: 'Track on-time rate, distance, fuel and cost for every delivery, day by day.',
  },
  {
    icon: <Users />,
    title: 'Team Management',
    opens: 'team',
    text: 'Owners, dispatchers and drivers see what they need and nothing they shouldn’t.',
  },
  {
    icon: <Clock />,
    title: 'Delivery Time Slots',
    opens: 'slots',
    text: 'Offer only the slots your vehicles can actually keep.',
  },
]
