import { ButtonLink } from '#web/ui/button-link.tsx'
import { Card } from '#web/ui/card.tsx'

const parts = {
  planning: {
    title: 'Planning settings',
    description: 'What plans count as a cost, how fast vehicles are over the day, and what goes together.',
    href: '/dashboard/settings/planning',
    open: 'Open the planning settings',
  },
  road: {
    title: 'On the road',
    description: 'What the drivers’ app asks for, what drivers may do on their own, and when you are told.',
    href: '/dashboard/settings/road',
    open: 'Open the settings for the road',
  },
  alerts: {
    title: 'Alerts',
    description: 'What you are told of and where, and who is told next if nobody sees an urgent alert.',
    href: '/dashboard/settings/alerts',
    open: 'Open the settings of alerts',
  },
  answers: {
    title: 'Ready-made answers',
    description: 'What drivers and dispatchers can say to each other with one press.',
    href: '/dashboard/settings/answers',
    open: 'Open the ready-made answers',
  },
  customFields: {
    title: 'Custom fields',
    description: 'What your deliveries say besides the usual, such as a gate code, and who sees it.',
    href: '/dashboard/settings/custom-fields',
    open: 'Open the custom fields',
  },
  apiKeys: {
    title: 'API keys',
    description: 'Let your own programs work in this workspace, each with no more rights than it needs.',
    href: '/dashboard/api-keys',
    open: 'Manage API keys',
  },
  audit: {
    title: 'Audit log',
    description:
      'Who changed or exported what, who signed in, and what was refused. Every change of these settings is there, with the value before and after.',
    href: '/dashboard/audit',
    open: 'Open the audit log',
  },
} as const

/** Leads to a part of the settings that has its own page. */
export function PartLink({ to }: { to: keyof typeof parts }) {
  const { title, description, href, open } = parts[to]
  return (
    <Card title={title} description={description}>
      <ButtonLink to={href}>{open}</ButtonLink>
    </Card>
  )
}
