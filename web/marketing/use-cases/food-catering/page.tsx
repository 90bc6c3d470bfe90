import { BadgeCheck, ChartColumn, ClipboardCheck, Clock, ShieldCheck, Thermometer, Timer } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { FoodScene } from '../../scenes/food-scene.tsx'
import { UseCasePage, type UseCase } from '../use-case-page.tsx'

export function meta() {
  return pageMeta('/use-cases/food-catering')
}

const foodCatering: UseCase = {
  title: 'Food & Catering, served as it left the kitchen',
  lead: 'Lunch has a quarter of an hour. Karta plans rounds that start when the pan comes off the stove, keeps hot and cold apart, and shows the kitchen who is late while something can still be done.',
  scene: <FoodScene />,
  cards: {
    title: 'Made for food that does not wait',
    lead: 'A parcel can arrive an hour early. A tray of satay cannot. These three things decide whether a caterer is booked again.',
    features: [
      {
        icon: <Thermometer />,
        title: 'Temperature Control',
        text: 'Mark an order hot, cold or both, and it only goes on a vehicle that can carry it.',
        points: [
          'Hot and cold compartments',
          'Vehicles matched to what they can keep',
          'Time in the box limited by the plan',
        ],
      },
      {
        icon: <Clock />,
        title: 'Time Slot Management',
        text: 'Offer the slots that your kitchen and your vans can serve, and close them when they are full.',
        points: [
          'Narrow windows around meal times',
          'Unloading and set-up time counted',
          'Early stops wait, late stops are explained',
        ],
      },
      {
        icon: <ClipboardCheck />,
        title: 'Food Safety Compliance',
        text: 'What an inspector asks for is written down as it happens, with time and place.',
        points: [
          'Handover time of every order',
          'Photo or signature at the door',
          'Records that cannot be changed unseen',
        ],
      },
    ],
  },
  map: {
    title: 'A lunch round, from one stove to two tables',
    lead: 'Sample data: one restaurant, two orders, one van. Press a place to see it on the map.',
    places: [
      { label: 'Restaurant', note: 'Hot trays leave at 11:10, ten minutes after the pass.' },
      { label: 'Delivery 1', note: 'Office lunch for 24, between 11:30 and 11:45.' },
      { label: 'Delivery 2', note: 'Wedding tasting, cold desserts, by 12:15.' },
    ],
  },
  day: {
    title: 'A catering day, hour by hour',
    lead: 'What the kitchen, the dispatcher and the driver each see of the same plan.',
    steps: [
      {
        title: '07:00, orders close',
        text: 'Import the file or let your shop send them. Addresses are checked before anybody cooks.',
      },
      {
        title: '07:05, routes are ready',
        text: 'Every window kept, or the order named that cannot be, with the cheapest way to fix it.',
      },
      { title: '10:50, loading', text: 'The driver sees the stops in order, and loads the last one first.' },
      {
        title: '11:30, at the table',
        text: 'The customer has followed the van; the photo is taken before the lid comes off.',
      },
    ],
  },
  benefits: {
    title: 'What a kitchen gains',
    list: [
      {
        icon: <BadgeCheck />,
        title: 'Quality Assurance',
        text: 'Shorter time between stove and table is planned, not hoped for: rounds are built around when food is ready.',
      },
      {
        icon: <Timer />,
        title: 'Time Optimization',
        text: 'One dispatcher plans in minutes what used to take the hour before service, and replans when a bride adds ten guests.',
      },
      {
        icon: <ChartColumn />,
        title: 'Performance Analytics',
        text: 'On time by slot, by driver and by district. You see that Fridays at noon need a third van before customers tell you.',
      },
      {
        icon: <ShieldCheck />,
        title: 'Compliance',
        text: 'Who carried which order, from when to when. The record is there when the health office calls, and when a guest complains.',
      },
    ],
  },
  questions: [
    {
      question: 'Does Karta measure the temperature in the box?',
      answer:
        'No: a thermometer does. Karta makes sure that cold food only travels in a vehicle with a cold compartment, and plans the round so that the time in the box stays short. The driver can note a reading with the proof of delivery.',
    },
    {
      question: 'Hot and cold dishes for the same table: one delivery or two?',
      answer:
        'One. Give it both requirements, and it is planned on a vehicle that has both compartments. If no such vehicle is free, the planner says so and names the order.',
    },
    {
      question: 'Orders come in during lunch. Do the drivers have to start again?',
      answer:
        'No. Stops already done or loaded stay where they are, and the new order is placed where it costs the least without breaking a promise made to somebody else.',
    },
  ],
  closing: {
    title: 'Plan tomorrow’s lunch today',
    text: 'Bring one day’s orders and your two busiest vans. Seven days with full access.',
  },
}

/** How caterers and restaurants deliver with Karta. */
export default function FoodCatering() {
  return <UseCasePage useCase={foodCatering} />
}
