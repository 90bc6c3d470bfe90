import { Boxes, Building2, Globe, Network, Scale, Settings2, Workflow } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { LogisticsScene } from '../../scenes/logistics-scene.tsx'
import { UseCasePage, type UseCase } from '../use-case-page.tsx'

export function meta() {
  return pageMeta('/use-cases/logistics')
}

const logistics: UseCase = {
  title: '3PL & Logistics, many shippers on one network',
  lead: 'Your margin is the empty half of the van. Karta plans the goods of all your shippers together, over all your hubs, and still shows each of them only their own.',
  scene: <LogisticsScene />,
  cards: {
    title: 'One network, seen whole',
    lead: 'Planned shipper by shipper, three half-empty vans drive down the same street. Planned together, one does.',
    features: [
      {
        icon: <Network />,
        title: 'Network Optimization',
        text: 'All hubs, all vehicles, all contracts in one calculation of what the day really needs.',
        points: [
          'Several depots in one plan',
          'Mixed fleets with their own costs',
          'Fewer vehicles for the same promises',
        ],
      },
      {
        icon: <Workflow />,
        title: 'Operations Management',
        text: 'From the file at night to the last signature: who does what is in one place.',
        points: ['Import from any system', 'Plan, approve, dispatch', 'Roles for hubs, drivers and clients'],
      },
      {
        icon: <Globe />,
        title: 'Global Visibility',
        text: 'Every vehicle and every consignment on one map, in every city you work in.',
        points: ['Live positions of all drivers', 'Delays seen before they happen', 'Time zones handled per workspace'],
      },
    ],
  },
  map: {
    title: 'A hub and its routes',
    lead: 'Sample data: one distribution hub in Jakarta with two delivery points. Press a place to see it on the map.',
    places: [
      { label: 'Distribution Hub', note: 'Three shippers, two vans, loading from 05:30.' },
      { label: 'Delivery Point 1', note: 'Nine pallet boxes to the west, dock open until 08:00.' },
      { label: 'Delivery Point 2', note: 'Mixed load to the north, unloading takes 25 minutes.' },
    ],
  },
  day: {
    title: 'A night and a day at the hub',
    lead: 'The plan is made once; everybody works from the same one.',
    steps: [
      {
        title: '22:00, files arrive',
        text: 'Each shipper in its own format. Columns are matched once and remembered.',
      },
      {
        title: '22:10, the plan stands',
        text: 'Thousands of stops, all rules; what does not fit is named with its reason.',
      },
      { title: '05:30, loading', text: 'Lists by vehicle, in the order in which the goods go in.' },
      { title: '18:00, settled', text: 'Stops, kilometers and proofs per shipper, ready for the invoice.' },
    ],
  },
  benefits: {
    title: 'What an operator gains',
    list: [
      {
        icon: <Boxes />,
        title: 'Fuller Vehicles',
        text: 'Weight and volume of every consignment are counted against every vehicle, so that the last one can often stay in the yard.',
      },
      {
        icon: <Building2 />,
        title: 'Shippers Kept Apart',
        text: 'A client who looks in sees their own consignments. The database itself enforces it, not a filter somebody could forget.',
      },
      {
        icon: <Scale />,
        title: 'Fair Routes',
        text: 'Work is shared so that no driver has twelve stops and another forty. Fair plans are plans that drivers keep.',
      },
      {
        icon: <Settings2 />,
        title: 'Yours to Run',
        text: 'In your own house if you like, with an open API and signed events for the systems that you already have.',
      },
    ],
  },
  groups: {
    title: 'The tools, group by group',
    lead: 'Four groups over one set of data.',
    list: [
      {
        title: 'Route Optimization',
        points: ['Multi-depot planning', 'Capacities and time windows', 'Pickup and delivery', 'Replanning with locks'],
      },
      {
        title: 'Fleet Management',
        points: ['Maintenance scheduling', 'Driver assignment', 'Vehicle capacities and costs', 'Fuel levels'],
      },
      {
        title: 'Real-time Tracking',
        points: ['GPS', 'Status updates', 'ETA', 'Alerts on expected delays'],
      },
      {
        title: 'Analytics',
        points: [
          'On-time rate per shipper',
          'Cost per stop and kilometer',
          'Vehicle utilization',
          'Export for invoicing',
        ],
      },
    ],
  },
  questions: [
    {
      question: 'How many stops can one plan have?',
      answer:
        'Thousands. The engine gives a first plan within seconds and keeps improving it for as long as you let it. You can stop at any moment and take the best so far.',
    },
    {
      question: 'Can subcontractors drive with us?',
      answer:
        'Yes. They need a phone with a browser; the driver app is installed from a link. They see their own route for the day, and nothing else.',
    },
    {
      question: 'We have a transport management system. Do we have to give it up?',
      answer:
        'No. Send deliveries over the API, get signed events back for every change, and let your system stay the place where contracts and invoices live.',
    },
  ],
  closing: {
    title: 'See which vans could stay at home',
    text: 'Load one night’s files and compare with what was driven. Seven days with full access.',
  },
}

/** How logistics providers deliver with Karta. */
export default function Logistics() {
  return <UseCasePage useCase={logistics} />
}
