import { BadgeCheck, ChartColumn, ClipboardCheck, Clock, ShieldCheck, Thermometer, Timer } from 'lucide-react'
import { FoodScene } from '../../scenes/food-scene.tsx'
import type { UseCase } from '../use-case-page.tsx'

export const foodCatering: UseCase = {
  title: 'Food & Catering, delivered fresh from the kitchen',
  lead: 'Lunch gives you fifteen minutes. Karta plans routes that start when the pan comes off the stove, keeps hot and cold apart, and shows the kitchen who is running late while there is still time to act.',
  scene: <FoodScene />,
  cards: {
    title: 'Built for food that can’t wait',
    lead: 'A parcel can arrive an hour early. A tray of satay can’t. These three things decide whether a caterer gets booked again.',
    features: [
      {
        icon: <Thermometer />,
        title: 'Temperature Control',
        opens: 'vehicles',
        text: 'Say how hot or cold an order has to stay, and it only goes on a vehicle that keeps it that way.',
        points: ['Hot and cold compartments', 'Orders matched to the right vehicle', 'Limits on time in the box'],
      },
      {
        icon: <Clock />,
        title: 'Time Slot Management',
        opens: 'slots',
        text: 'Offer the slots your kitchen and vans can handle, and close them when they’re full.',
        points: [
          'Narrow windows around meal times',
          'Unloading and setup time included',
          'Early drivers wait, late stops are explained',
        ],
      },
      {
        icon: <ClipboardCheck />,
        title: 'Food Safety Compliance',
        opens: 'deliveries',
        text: 'Everything an inspector asks for is recorded as it happens, with time and place.',
        points: ['Handover time for every order', 'Photo or signature at the door', 'Tamper-evident records'],
      },
    ],
  },
  map: {
    title: 'A lunch route, from one stove to two tables',
    lead: 'Sample data: one restaurant, two orders, one van. Select a place to see it on the map.',
    places: [
      { label: 'Restaurant', note: 'Hot trays leave at 11:10, ten minutes after they reach the pass.' },
      { label: 'Delivery 1', note: 'Office lunch for 24, 11:30 to 11:45.' },
      { label: 'Delivery 2', note: 'Wedding tasting, cold desserts, by 12:15.' },
    ],
  },
  day: {
    title: 'A catering day, hour by hour',
    lead: 'One plan, seen by the kitchen, the dispatcher and the driver.',
    steps: [
      {
        title: '07:00, orders close',
        text: 'Import a file or let your shop send them. Addresses are checked before anyone starts cooking.',
      },
      {
        title: '07:05, routes are ready',
        text: 'Every window is kept. If an order won’t fit, you see which one and the cheapest fix.',
      },
      { title: '10:50, loading', text: 'The driver sees the stops in order and loads the last one first.' },
      {
        title: '11:30, at the table',
        text: 'The customer tracked the van. The photo is taken before the lid comes off.',
      },
    ],
  },
  benefits: {
    title: 'What your kitchen gains',
    list: [
      {
        icon: <BadgeCheck />,
        title: 'Quality Assurance',
        opens: 'planning',
        text: 'Less time between stove and table, by design. Routes are built around when the food is ready.',
      },
      {
        icon: <Timer />,
        title: 'Time Optimization',
        opens: 'planning',
        text: 'One dispatcher plans in minutes what used to take an hour before service, and replans when a bride adds ten guests.',
      },
      {
        icon: <ChartColumn />,
        title: 'Performance Analytics',
        text: 'See on-time rates by slot, driver and district. You’ll know Fridays at noon need a third van before customers tell you.',
      },
      {
        icon: <ShieldCheck />,
        title: 'Compliance',
        opens: 'audit',
        text: 'See who carried which order, and when. The record is there when the health department calls or a guest complains.',
      },
    ],
  },
  questions: [
    {
      question: 'Does Karta measure the temperature in the box?',
      answer:
        'No, a thermometer does that. Karta makes sure cold food only travels in a vehicle with a cold compartment, and plans the route so it spends little time in the box. The driver can add a reading to the proof of delivery.',
    },
    {
      question: 'Are hot and cold dishes for the same table one delivery or two?',
      answer:
        'Two, in one order. Each has its own temperatures, and the order goes on one vehicle with both compartments. If no such vehicle is free, the planner tells you which order is affected.',
    },
    {
      question: 'Orders keep coming in during lunch. Do drivers have to start over?',
      answer:
        'No. Stops that are done or loaded stay put. The new order goes where it costs the least without breaking a promise to another customer.',
    },
  ],
  closing: {
    title: 'Plan tomorrow’s lunch today',
    text: 'Bring one day’s orders and your two busiest vans. Full access for seven days.',
  },
}
