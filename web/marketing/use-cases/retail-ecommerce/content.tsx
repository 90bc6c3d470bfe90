import {
  CalendarClock,
  CircleDollarSign,
  DoorOpen,
  MapPinned,
  MessageSquareText,
  Route,
  TrendingUp,
} from 'lucide-react'
import { RetailScene } from '../../scenes/retail-scene.tsx'
import type { UseCase } from '../use-case-page.tsx'

export const retailEcommerce: UseCase = {
  title: (
    <>
      Retail & <span className="whitespace-nowrap">E-commerce</span>, delivered when promised
    </>
  ),
  lead: 'Your checkout makes the promise, and your van has to keep it. Karta turns a day’s orders into routes that meet every window, and tells each customer honestly when to expect the doorbell.',
  scene: <RetailScene />,
  cards: {
    title: 'From checkout to doorbell',
    lead: 'The last mile is the part of your shop customers meet in person.',
    features: [
      {
        icon: <Route />,
        title: 'Optimized Routes',
        opens: 'planning',
        text: 'All the day’s parcels and vans in one plan: the shortest one that keeps what your checkout promised.',
        points: [
          'Weight and volume limits for each van',
          'Multiple depots and shops',
          'A reason for every unplanned parcel',
        ],
      },
      {
        icon: <CalendarClock />,
        title: 'Time Window Management',
        opens: 'slots',
        text: 'Sell morning, evening or two-hour windows, and know which ones are still open before you sell them.',
        points: [
          'Windows for each parcel, to the minute',
          'Slots that close when vans are full',
          'Promises that survive replanning',
        ],
      },
      {
        icon: <MapPinned />,
        title: 'Order Tracking',
        opens: 'tracking',
        text: 'Every customer gets their own page with the van on a map and an ETA that is a range, not a guess.',
        points: ['A link by SMS or email, no app', 'Only their own stop', 'Photo or signature as proof'],
      },
    ],
  },
  map: {
    title: 'One warehouse, two doors',
    lead: 'Sample data: a distribution center and two customers on opposite sides of town. Select a place to see it on the map.',
    places: [
      { label: 'Distribution Center', note: 'Parcels scanned and loaded from 08:00.' },
      { label: 'Delivery 1', note: 'Two boxes to Kebon Jeruk, window 10:00 to 12:00.' },
      { label: 'Delivery 2', note: 'A lamp to Kemayoran, evening window 17:00 to 19:00.' },
    ],
  },
  day: {
    title: 'What happens to an order',
    lead: 'Nobody retypes an address between the click and the door.',
    steps: [
      { title: 'Ordered', text: 'Your shop sends the paid order with its address, size and window.' },
      {
        title: 'Planned',
        text: 'Karta puts the address on the map and flags a doubtful one before it costs you a trip.',
      },
      { title: 'On its way', text: 'The customer sees when it will arrive and can ask for a neighbor to take it.' },
      { title: 'Delivered', text: 'The driver takes a photo at the door, and your shop marks the order as fulfilled.' },
    ],
  },
  benefits: {
    title: 'What your shop gains',
    list: [
      {
        icon: <DoorOpen />,
        title: 'Fewer Failed Deliveries',
        opens: 'messages',
        text: 'People are home when they know the half hour. Nobody pays you for a second trip to the same door.',
      },
      {
        icon: <CircleDollarSign />,
        title: 'Lower Cost per Parcel',
        opens: 'planning',
        text: 'Fewer kilometers and fuller vans. You see what every route costs before it leaves, not on the fuel bill.',
      },
      {
        icon: <MessageSquareText />,
        title: 'Fewer “Where Is My Order?” Calls',
        opens: 'tracking',
        text: 'Customers track their own parcel and hear about a delay before they ask.',
      },
      {
        icon: <TrendingUp />,
        title: 'Ready for Peak Season',
        opens: 'planning',
        text: 'Plan a sale day with four times the parcels the same way: add vans for the day, press Optimize and see what doesn’t fit.',
      },
    ],
  },
  groups: {
    title: 'Everything a delivery team needs',
    lead: 'Four sets of tools on the same data, so nobody types a number twice.',
    list: [
      {
        title: 'Route Optimization',
        opens: 'planning',
        points: [
          'Time windows and service times',
          'Weight and volume limits',
          'Multiple depots',
          'Replanning during the day',
        ],
      },
      {
        title: 'Customer Experience',
        opens: 'messages',
        points: ['Live tracking page', 'SMS and email updates', 'Delivery time slots', 'Proof of delivery'],
      },
      {
        title: 'Fleet Management',
        opens: 'vehicles',
        points: [
          'Vehicles and capacities',
          'Driver shifts and breaks',
          'Maintenance dates',
          'Fuel and cost per kilometer',
        ],
      },
      {
        title: 'Analytics and Reporting',
        points: [
          'On-time rate by window',
          'Cost per parcel',
          'Reasons for failed deliveries',
          'Export to spreadsheets',
        ],
      },
    ],
  },
  questions: [
    {
      question: 'Which platforms can send orders?',
      answer:
        'Shopify, WooCommerce and Wix have their own integrations. You’ll find them under Integrations. Any other shop can use the public API, or you can drop in a file of orders.',
    },
    {
      question: 'Can customers see other people’s deliveries?',
      answer:
        'No. The tracking page shows how many stops come before theirs, the ETA as a range, and the van once it is on its way to them. It never shows other people’s names or addresses.',
    },
    {
      question: 'What if nobody answers the door?',
      answer:
        'The driver records the reason and can take a photo. The customer is told right away and can ask for another attempt, which puts the parcel back on the list to be planned. Karta counts the reasons, so you see what to change.',
    },
  ],
  closing: {
    title: 'See where your next order goes',
    text: 'Connect your shop, or drop in yesterday’s orders and compare. Full access for seven days.',
  },
}
