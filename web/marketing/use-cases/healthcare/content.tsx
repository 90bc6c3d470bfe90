import { FileClock, Link2, LockKeyhole, PenLine, ShieldPlus, Siren, Snowflake } from 'lucide-react'
import { HealthcareScene } from '../../scenes/healthcare-scene.tsx'
import type { UseCase } from '../use-case-page.tsx'

export const healthcare: UseCase = {
  title: 'Healthcare & Pharmacy, secure to the last signature',
  lead: 'Insulin, blood, a prescription someone is waiting for. It has to be the right box, cold enough and in the right hands, and you have to be able to prove it a year later.',
  scene: <HealthcareScene />,
  cards: {
    title: 'Care doesn’t end at the pharmacy counter',
    lead: 'Three things an ordinary courier app doesn’t do.',
    features: [
      {
        icon: <LockKeyhole />,
        title: 'Secure Delivery',
        opens: 'deliveries',
        text: 'Only the intended recipient gets it, and only people who need to know can see what it is.',
        points: ['HIPAA-compliant tracking', 'Handover by signature or PIN', 'Patients’ names kept out of messages'],
      },
      {
        icon: <Snowflake />,
        title: 'Temperature Control',
        opens: 'vehicles',
        text: 'Refrigerated medicine only travels in refrigerated vehicles, by the shortest route.',
        points: ['Temperature breach alerts', 'A temperature range on every delivery', 'Less time out of the fridge'],
      },
      {
        icon: <Siren />,
        title: 'Priority Handling',
        opens: 'live',
        text: 'A stat order goes first. Before you decide, the planner shows you who that makes later.',
        points: ['Urgent deliveries served first', 'Added to routes under way', 'Other promises kept if possible'],
      },
    ],
  },
  map: {
    title: 'One hub, one hospital, one clinic',
    lead: 'Sample data: a Jakarta pharmacy’s morning route. Select a place to see it on the map.',
    places: [
      { label: 'Pharmacy Hub', note: 'Boxes sealed and signed out at 08:10.' },
      { label: 'Hospital 1', note: 'Infusions for ward 3, cold, before 09:15. Urgent.' },
      { label: 'Clinic 2', note: 'Vaccines, 2 to 8 °C, 09:30 to 11:00.' },
    ],
  },
  day: {
    title: 'One box, every hand it passes through',
    lead: 'Every step goes into a log where nobody can change or remove an entry unnoticed.',
    steps: [
      { title: 'Sealed', text: 'The pharmacist hands it over. Who and when make the first entry.' },
      { title: 'Carried', text: 'Only a driver cleared for it can be assigned to it.' },
      { title: 'Received', text: 'A name, a signature or a PIN, with the time and place.' },
      { title: 'Proven', text: 'One page reports on that box, from seal to signature.' },
    ],
  },
  benefits: {
    title: 'What you can prove later',
    lead: 'Auditors don’t ask whether it went well. They ask how you know.',
    list: [
      {
        icon: <ShieldPlus />,
        title: 'HIPAA-Compliant Tracking',
        opens: 'tracking',
        text: 'Messages and links of a confidential delivery never mention a name or a medicine. Access depends on a person’s role, and every change and export leaves a trace.',
      },
      {
        icon: <Link2 />,
        title: 'Chain of Custody',
        opens: 'deliveries',
        text: 'A checksum links every handover to the one before it. Anyone with the report can verify it without asking us.',
      },
      {
        icon: <PenLine />,
        title: 'Digital Signature Capture',
        opens: 'deliveries',
        text: 'Recipients sign on the driver’s phone, even offline. The signature is sent with its time once the phone is back online.',
      },
      {
        icon: <FileClock />,
        title: 'Audit Trail Reports',
        opens: 'audit',
        text: 'See who did what and when, for one box or a whole quarter, ready to hand over.',
      },
    ],
  },
  groups: {
    title: 'Ready for emergencies',
    list: [
      {
        title: '24/7 Availability',
        opens: 'drivers',
        points: [
          '24/7 availability to plan and dispatch',
          'Night and weekend shifts',
          'A driver app that works offline',
        ],
      },
      {
        title: 'Emergency Protocols',
        opens: 'alerts',
        points: [
          'Emergency protocols for who to call first',
          'The nearest suitable driver at a glance',
          'Stalled routes handed to another driver',
        ],
      },
      {
        title: 'Temperature Breach Alerts',
        opens: 'coldChain',
        points: ['Limits for each delivery', 'Instant alerts to the dispatcher', 'Breaches kept in the audit trail'],
      },
    ],
  },
  questions: [
    {
      question: 'Is Karta HIPAA certified?',
      answer:
        'Nobody is, because there is no official certificate. HIPAA requires safeguards, and Karta brings technical ones: roles, separate workspaces, a log of changes and exports, and messages without health data. You can run it on your own servers, so patient data never leaves your building.',
    },
    {
      question: 'Where does the temperature come from?',
      answer:
        'From the data logger in your box. A reading outside the delivery’s range alerts the dispatcher and goes into the audit trail. Karta has no sensors of its own.',
    },
    {
      question: 'Can any driver carry controlled medicine?',
      answer:
        'No. Give the delivery a requirement and your cleared drivers the matching skill. Karta won’t assign it to anyone else. If no cleared driver is free, you’ll know before the day begins.',
    },
  ],
  closing: {
    title: 'Know where every box has been',
    text: 'Try it with one pharmacy and one route. Full access for seven days.',
  },
}
