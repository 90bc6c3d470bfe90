import {
  CalendarClock,
  CircleDollarSign,
  DoorOpen,
  MapPinned,
  MessageSquareText,
  Route,
  TrendingUp,
} from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { RetailScene } from '../../scenes/retail-scene.tsx'
import { UseCasePage, type UseCase } from '../use-case-page.tsx'

export function meta() {
  return pageMeta('/use-cases/retail-ecommerce')
}

const retailEcommerce: UseCase = {
  title: (
    <>
      Retail & <span className="whitespace-nowrap">E-commerce</span>, delivered when promised
    </>
  ),
  lead: 'The checkout makes the promise, the van has to keep it. Karta turns a day’s orders into routes that respect every window, and tells each customer honestly when the bell will ring.',
  scene: <RetailScene />,
  cards: {
    title: 'From checkout to doorbell',
    lead: 'The last mile is the part of your shop that customers meet in person.',
    features: [
      {
        icon: <Route />,
        title: 'Optimized Routes',
        text: 'All parcels of the day, all vans, one plan: the shortest that keeps what the checkout promised.',
        points: [
          'Weight and volume of each van respected',
          'Several depots and shops',
          'Every unplanned parcel explained',
        ],
      },
      {
        icon: <CalendarClock />,
        title: 'Time Window Management',
        text: 'Sell evening, morning or two-hour windows, and know before the sale which ones are still free.',
        points: [
          'Windows per parcel, to the minute',
          'Slots close when the vans are full',
          'Promises survive replanning',
        ],
      },
      {
        icon: <MapPinned />,
        title: 'Order Tracking',
        text: 'Every customer gets a page of their own with the van on the map and an arrival time that is a range, not a guess.',
        points: ['A link by SMS or email, no app', 'Own stop only, nobody else’s', 'Photo or signature as proof'],
      },
    ],
  },
  map: {
    title: 'One warehouse, two doors',
    lead: 'Sample data: a distribution center and two customers on opposite sides of town. Press a place to see it on the map.',
    places: [
      { label: 'Distribution Center', note: 'Parcels scanned and loaded from 08:00.' },
      { label: 'Delivery 1', note: 'Two boxes to Kebon Jeruk, window 10:00 to 12:00.' },
      { label: 'Delivery 2', note: 'A lamp to Kemayoran, evening window 17:00 to 19:00.' },
    ],
  },
  day: {
    title: 'What happens to an order',
    lead: 'Nobody copies an address by hand between the click and the door.',
    steps: [
      { title: 'It is bought', text: 'Your shop sends the paid order with its address, size and window.' },
      {
        title: 'It is planned',
        text: 'The address is placed on the map; a doubtful one is shown to you before it costs a drive.',
      },
      { title: 'It is on its way', text: 'The customer reads when it comes, and can say that the neighbor takes it.' },
      { title: 'It is there', text: 'A photo at the door, the order marked as fulfilled in your shop.' },
    ],
  },
  benefits: {
    title: 'What a shop gains',
    list: [
      {
        icon: <DoorOpen />,
        title: 'Fewer Failed Deliveries',
        text: 'People are home when they know the half hour. Every second drive to the same door is one that nobody pays for.',
      },
      {
        icon: <CircleDollarSign />,
        title: 'Lower Cost per Parcel',
        text: 'Fewer kilometers and fuller vans. You see the cost of every route before it leaves, not in the fuel bill.',
      },
      {
        icon: <MessageSquareText />,
        title: 'Fewer “Where Is My Order?” Calls',
        text: 'Customers follow their own parcel, and a delay is told to them before they ask.',
      },
      {
        icon: <TrendingUp />,
        title: 'Ready for the Peak',
        text: 'Sale days with four times the parcels are planned the same way: add vans for a day, press Optimize, look at what does not fit.',
      },
    ],
  },
  groups: {
    title: 'Everything a delivery team needs',
    lead: 'Four groups of tools over the same data, so that no number has to be typed twice.',
    list: [
      {
        title: 'Route Optimization',
        points: [
          'Time windows and service times',
          'Weight and volume limits',
          'Several depots',
          'Replanning during the day',
        ],
      },
      {
        title: 'Customer Experience',
        points: ['Live tracking page', 'SMS and email updates', 'Delivery time slots', 'Proof of delivery'],
      },
      {
        title: 'Fleet Management',
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
          'Reasons of failed deliveries',
          'Export to a spreadsheet',
        ],
      },
    ],
  },
  questions: [
    {
      question: 'Which shop systems can send orders?',
      answer:
        'Shopify, WooCommerce and Wix have their own connections; you find them under Integrations. Any other shop can use the public API, or you drop in a file of orders.',
    },
    {
      question: 'What does a customer see of the other deliveries?',
      answer:
        'Nothing. The tracking page shows the van when it is on its way to that customer, how many stops come before, and the arrival as a range. No names, no addresses of others.',
    },
    {
      question: 'Nobody opens. What then?',
      answer:
        'The driver notes the reason with a photo, the customer is told at once, and the parcel goes back to the list to be planned again. The reasons are counted, so that you see what to change.',
    },
  ],
  closing: {
    title: 'Let the next order find its own way',
    text: 'Connect your shop, or drop in yesterday’s orders and compare. Seven days with full access.',
  },
}

/** How shops deliver with Karta. */
export default function RetailEcommerce() {
  return <UseCasePage useCase={retailEcommerce} />
}
