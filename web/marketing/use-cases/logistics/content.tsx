import { Boxes, Building2, Globe, Network, Scale, Settings2, Workflow } from 'lucide-react'
import { LogisticsScene } from '../../scenes/logistics-scene.tsx'
import type { UseCase } from '../use-case-page.tsx'

export const logistics: UseCase = {
  title: '3PL & Logistics, many shippers on one network',
  lead: 'Your margin is the empty half of the van. Karta plans all your shippers’ goods together, across all your hubs, and still shows each shipper only their own.',
  scene: <LogisticsScene />,
  cards: {
    title: 'See one network',
    lead: 'Plan shipper by shipper, and three half-empty vans drive down the same street. Plan together, and one does.',
    features: [
      {
        icon: <Network />,
        title: 'Network Optimization',
        opens: 'planning',
        text: 'One calculation covers every hub, vehicle and contract, and shows what the day really needs.',
        points: [
          'Several depots in one plan',
          'Mixed fleets, each vehicle at its own cost',
          'Same promises, fewer vehicles',
        ],
      },
      {
        icon: <Workflow />,
        title: 'Operations Management',
        opens: 'deliveries',
        text: 'See who does what in one place, from the nightly file to the last signature.',
        points: ['Import from any system', 'Plan, approve, dispatch', 'Roles for hubs, drivers and clients'],
      },
      {
        icon: <Globe />,
        title: 'Global Visibility',
        opens: 'live',
        text: 'Every vehicle and shipment on one map, in every city you serve.',
        points: ['Live positions for all drivers', 'Delays predicted early', 'A time zone for every workspace'],
      },
    ],
  },
  map: {
    title: 'A hub and its routes',
    lead: 'Sample data: one distribution hub in Jakarta with two delivery points. Select a place to see it on the map.',
    places: [
      { label: 'Distribution Hub', note: 'Three shippers, two vans, loading from 05:30.' },
      { label: 'Delivery Point 1', note: 'Nine pallet boxes to the west, dock open until 08:00.' },
      { label: 'Delivery Point 2', note: 'Mixed load to the north, 25 minutes to unload.' },
    ],
  },
  day: {
    title: 'A night and a day at the hub',
    lead: 'Plan once, and everyone works from the same plan.',
    steps: [
      {
        title: '22:00, files arrive',
        text: 'Each shipper has its own format. Match the columns once, and Karta remembers them.',
      },
      {
        title: '22:10, the plan is ready',
        text: 'Thousands of stops, every rule followed. Anything that doesn’t fit comes with a reason.',
      },
      { title: '05:30, loading', text: 'One list per vehicle, in loading order.' },
      { title: '18:00, settled', text: 'Every delivery priced by its shipper’s rates, ready to invoice, with proof.' },
    ],
  },
  benefits: {
    title: 'What operators gain',
    list: [
      {
        icon: <Boxes />,
        title: 'Fuller Vehicles',
        opens: 'planning',
        text: 'Karta checks the weight and volume of every shipment against every vehicle, so the last van can often stay in the yard.',
      },
      {
        icon: <Building2 />,
        title: 'Shippers Kept Apart',
        opens: 'clients',
        text: 'Clients who log in see only their own shipments. The database itself enforces that, not a filter someone could forget.',
      },
      {
        icon: <Scale />,
        title: 'Fair Routes',
        opens: 'planningSettings',
        text: 'No driver gets twelve stops while another gets forty. Drivers stick to fair plans.',
      },
      {
        icon: <Settings2 />,
        title: 'Yours to Run',
        opens: 'apiKeys',
        text: 'Host it yourself if you like, with an open API and signed webhooks for the systems you already have.',
      },
    ],
  },
  groups: {
    title: 'The tools you get',
    lead: 'Four sets of tools, one set of data.',
    list: [
      {
        title: 'Route Optimization',
        opens: 'planning',
        points: ['Multi-depot planning', 'Capacities and time windows', 'Pickup and delivery', 'Replanning with locks'],
      },
      {
        title: 'Fleet Management',
        opens: 'vehicles',
        points: ['Maintenance scheduling', 'Driver assignment', 'Vehicle capacities and costs', 'Fuel levels'],
      },
      {
        title: 'Real-time Tracking',
        opens: 'live',
        points: ['GPS', 'Status updates', 'ETA', 'Alerts for expected delays'],
      },
      {
        title: 'Analytics',
        points: ['On-time rate by shipper', 'Cost per delivery', 'Vehicle utilization', 'Export for invoicing'],
      },
    ],
  },
  questions: [
    {
      question: 'How many stops can a plan have?',
      answer:
        'Thousands. The engine returns a first plan within seconds and keeps improving it for as long as you let it. Stop at any time and keep the best plan so far.',
    },
    {
      question: 'Can we use subcontractors?',
      answer:
        'Yes. All they need is a phone with a browser, because the driver app installs from a link. They see their own route for the day and nothing else.',
    },
    {
      question: 'Do we have to give up our transportation management system?',
      answer:
        'No. Send deliveries through the API and get a signed webhook for every change. Your contracts and invoices stay where they are.',
    },
  ],
  closing: {
    title: 'See which vans can stay parked',
    text: 'Load one night’s files and compare the plan with what you drove. Full access for seven days.',
  },
}
