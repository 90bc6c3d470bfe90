import { FileClock, Link2, LockKeyhole, PenLine, ShieldPlus, Siren, Snowflake } from 'lucide-react'
import { pageMeta } from '../../page-meta.ts'
import { HealthcareScene } from '../../scenes/healthcare-scene.tsx'
import { UseCasePage, type UseCase } from '../use-case-page.tsx'

export function meta() {
  return pageMeta('/use-cases/healthcare')
}

const healthcare: UseCase = {
  title: 'Healthcare & Pharmacy, secure to the last signature',
  lead: 'Insulin, blood, a prescription for somebody who is waiting: it must be the right box, cold enough, in the right hands, and you must be able to show it a year later.',
  scene: <HealthcareScene />,
  cards: {
    title: 'Care does not end at the pharmacy counter',
    lead: 'Three things that a courier app for parcels does not know.',
    features: [
      {
        icon: <LockKeyhole />,
        title: 'Secure Delivery',
        text: 'Only the person it is meant for receives it, and only those who need to know see what it is.',
        points: ['HIPAA-compliant tracking', 'Handover by signature or PIN', 'Patients’ names kept out of messages'],
      },
      {
        icon: <Snowflake />,
        title: 'Temperature Control',
        text: 'Medicine with a cold chain travels only in vehicles that have one, on the shortest way.',
        points: ['Temperature breach alerts', 'Range written on each delivery', 'Time out of the fridge kept short'],
      },
      {
        icon: <Siren />,
        title: 'Priority Handling',
        text: 'A stat order goes in front. The planner shows whom that makes later, before you decide.',
        points: [
          'Urgent deliveries served first',
          'Insertion into running routes',
          'Others’ promises kept where possible',
        ],
      },
    ],
  },
  map: {
    title: 'One hub, a hospital and a clinic',
    lead: 'Sample data: the morning round of a pharmacy in Jakarta. Press a place to see it on the map.',
    places: [
      { label: 'Pharmacy Hub', note: 'Boxes sealed and signed out at 08:10.' },
      { label: 'Hospital 1', note: 'Infusions for ward 3, cold, before 09:15. Urgent.' },
      { label: 'Clinic 2', note: 'Vaccines, 2 to 8 °C, between 09:30 and 11:00.' },
    ],
  },
  day: {
    title: 'One box and every hand it passes through',
    lead: 'Each step is written to a log in which no entry can be changed or taken out unseen.',
    steps: [
      { title: 'Sealed', text: 'The pharmacist hands it over; who and when is the first entry.' },
      { title: 'Carried', text: 'Only a driver who is cleared for it can be planned with it.' },
      { title: 'Received', text: 'A name, a signature or a PIN, with time and place.' },
      { title: 'Shown', text: 'The report of that one box, from seal to signature, on one page.' },
    ],
  },
  benefits: {
    title: 'What you can show afterwards',
    lead: 'An auditor does not ask whether it went well. They ask how you know.',
    list: [
      {
        icon: <ShieldPlus />,
        title: 'HIPAA-Compliant Tracking',
        text: 'Messages and tracking links carry no diagnosis and no medicine, access follows each person’s role, and every look at a record leaves a trace.',
      },
      {
        icon: <Link2 />,
        title: 'Chain of Custody',
        text: 'Every handover is chained to the one before by a checksum. Anyone with the report can verify it, without asking us.',
      },
      {
        icon: <PenLine />,
        title: 'Digital Signature Capture',
        text: 'Signed on the driver’s phone, also without a connection; sent on, with its time, when the connection is back.',
      },
      {
        icon: <FileClock />,
        title: 'Audit Trail Reports',
        text: 'Who did what and when, for one box or a whole quarter, ready to be handed over.',
      },
    ],
  },
  groups: {
    title: 'Ready when it is urgent',
    list: [
      {
        title: '24/7 Availability',
        points: [
          '24/7 availability: plan and dispatch at any hour',
          'Night and weekend shifts',
          'The driver app works without a connection',
        ],
      },
      {
        title: 'Emergency Protocols',
        points: [
          'Emergency protocols for who is called first',
          'The nearest suitable driver at a glance',
          'A stopped route handed to another driver',
        ],
      },
      {
        title: 'Temperature Breach Alerts',
        points: ['A limit for each delivery', 'The dispatcher is told at once', 'The breach stays in the audit trail'],
      },
    ],
  },
  questions: [
    {
      question: 'Is Karta certified for HIPAA?',
      answer:
        'Nobody is: there is no official certificate. HIPAA asks for safeguards, and Karta brings the technical ones: roles, separated workspaces, an access log, messages without health data. You can run it on your own machines, so that patient data never leaves your house.',
    },
    {
      question: 'Where does the temperature come from?',
      answer:
        'From your logger in the box. A reading outside of the delivery’s range becomes an alert for the dispatcher and an entry in the audit trail. Karta has no sensors of its own.',
    },
    {
      question: 'May any driver carry controlled medicine?',
      answer:
        'No. Give the delivery a requirement and the cleared drivers the matching skill: it is then planned with nobody else, and if nobody is free, you are told before the day begins.',
    },
  ],
  closing: {
    title: 'Be able to show where it was',
    text: 'Try it with one pharmacy and one round. Seven days with full access.',
  },
}

/** How pharmacies, laboratories and hospitals deliver with Karta. */
export default function Healthcare() {
  return <UseCasePage useCase={healthcare} />
}
