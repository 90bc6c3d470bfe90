import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { Card } from '#web/ui/card.tsx'

const parts = {
  planning: {
    title: 'Planning settings',
    description: 'What plans count as a cost, how fast vehicles are over the day, and what goes together.',
    href: '/dashboard/settings/planning',
  },
  road: {
    title: 'On the road',
    description: 'What the drivers’ app asks for, what drivers may do on their own, and when you are told.',
    href: '/dashboard/settings/road',
  },
  alerts: {
    title: 'Alerts',
    description: 'What you are told of and where, and who is told next if nobody sees an urgent alert.',
    href: '/dashboard/settings/alerts',
  },
  answers: {
    title: 'Ready-made answers',
    description: 'What drivers and dispatchers can say to each other with one press.',
    href: '/dashboard/settings/answers',
  },
  tracking: {
    title: 'Tracking page',
    description: 'What recipients see of their deliveries, what they may change, and how long the link works.',
    href: '/dashboard/settings/tracking',
  },
  slots: {
    title: 'Delivery slots',
    description: 'Windows that buyers choose from, where and at what price, and a page to book on.',
    href: '/dashboard/settings/slots',
  },
  shipping: {
    title: 'Shipping rules',
    description: 'Which delivery times and prices buyers see at the checkout of your shops.',
    href: '/dashboard/settings/shipping',
  },
  mailIn: {
    title: 'Orders by mail',
    description: 'A secret address to which shops send their files of orders.',
    href: '/dashboard/settings/mail-in',
  },
  notifications: {
    title: 'Notifications',
    description: 'What recipients are told by push, email and text, in which words, and what it may cost.',
    href: '/dashboard/settings/notifications',
  },
  look: {
    title: 'Logo and color',
    description:
      'What recipients see on delivery notes and the tracking page: your logo, a color and how to reach you.',
    href: '/dashboard/settings/look',
    open: 'Open logo and color',
  },
  customFields: {
    title: 'Custom fields',
    description: 'What your deliveries say besides the usual, such as a gate code, and who sees it.',
    href: '/dashboard/settings/custom-fields',
  },
  apiKeys: {
    title: 'API keys',
    description: 'Let your own programs work in this workspace, each with no more rights than it needs.',
    href: '/dashboard/api-keys',
  },
  webhooks: {
    title: 'Webhooks',
    description: 'Have what happens posted to your own programs, signed and in order, with a log of every call.',
    href: '/dashboard/webhooks',
  },
  audit: {
    title: 'Audit log',
    description: 'Who changed or exported what, who signed in, and what was refused, with the values before and after.',
    href: '/dashboard/audit',
  },
  personalData: {
    title: 'Personal data',
    description: 'Find, export and erase everything about one recipient, and set how long it is kept.',
    href: '/dashboard/personal-data',
  },
} as const

/** Parts of the settings that have pages of their own. */
export function PartLinks({ title, to }: { title: string; to: (keyof typeof parts)[] }) {
  return (
    <Card title={title} isPadded={false}>
      <ul className="divide-y divide-line border-t">
        {to.map((part) => (
          <li key={part}>
            <Link
              to={parts[part].href}
              className="flex items-center gap-4 px-4 py-3 -outline-offset-2 hover:bg-hover pointer-coarse:min-h-11"
            >
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{parts[part].title}</span>
                <span className="block text-[0.8125rem] text-pretty text-ink-muted">{parts[part].description}</span>
              </span>
              <ChevronRight aria-hidden="true" className="size-4.5 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
