import {
  BellRing,
  BookOpen,
  Building2,
  CalendarCheck,
  Eraser,
  FileChartColumn,
  FileUp,
  LogOut,
  CalendarClock,
  Mailbox,
  MapPinned,
  MessageSquareText,
  Palette,
  Plus,
  Route,
  ScrollText,
  ShoppingCart,
  SlidersHorizontal,
  SquarePen,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { Action } from '#domain/permissions.ts'
import type { Membership } from '#domain/schema/workspace.ts'
import { dayAfter } from '#domain/time.ts'
import { countOf, formatDay } from '#web/lib/format.ts'
import { inWorkspace } from '#web/lib/workspace.ts'
import { mayOpen } from '../rights/pages.ts'
import { boardPath } from '../planning/board-path.ts'
import { areaGroups } from '../shell/areas.tsx'
import { roleOf } from '../workspaces/role-of.ts'

/** A line of the palette: it leads to an address, or does something. */
export type Command = {
  id: string
  label: string
  description?: string
  icon: ReactNode
  href?: string
  act?: () => void
  /** Other words that find it. */
  words?: string
  /** What it takes, besides the page that it leads to being open to the person. */
  needs?: Action
}

/** Those that somebody may use. */
export const allowed = (commands: readonly Command[], may: (action: Action) => boolean): Command[] =>
  commands.filter(({ needs, href }) => (!needs || may(needs)) && (!href || mayOpen(href.split(/[?#]/)[0]!, may)))

/** All pages for members. */
export const pageCommands: readonly Command[] = [
  ...areaGroups.flatMap(({ areas }) => areas.map(({ label, href, icon }) => ({ id: href, label, href, icon }))),
  {
    id: 'trouble-addresses',
    label: 'Addresses by trouble',
    href: '/dashboard/analytics/addresses',
    icon: <MapPinned />,
    words: 'analytics problem worst failed pin waiting',
  },
  {
    id: 'reports',
    label: 'Reports',
    href: '/dashboard/analytics/reports',
    icon: <FileChartColumn />,
    words: 'analytics figures saved schedule mail pdf',
  },
  {
    id: 'personal-data',
    label: 'Personal data',
    href: '/dashboard/personal-data',
    icon: <Eraser />,
    words: 'recipient export erase gdpr privacy retention',
  },
  {
    id: 'planning-settings',
    label: 'Planning settings',
    href: '/dashboard/settings/planning',
    icon: <SlidersHorizontal />,
    words: 'costs speed traffic balance tags promises',
  },
  {
    id: 'road-settings',
    label: 'Settings for the road',
    href: '/dashboard/settings/road',
    icon: <SlidersHorizontal />,
    words: 'driver app proof photo signature scan reorder skip positions',
  },
  {
    id: 'alert-settings',
    label: 'Settings of alerts',
    href: '/dashboard/settings/alerts',
    icon: <BellRing />,
    words: 'notifications push email inbox escalation who is told',
  },
  {
    id: 'answers',
    label: 'Ready-made answers',
    href: '/dashboard/settings/answers',
    icon: <MessageSquareText />,
    words: 'messages quick replies templates drivers',
  },
  {
    id: 'tracking-settings',
    label: 'Tracking page',
    href: '/dashboard/settings/tracking',
    icon: <MapPinned />,
    words: 'recipient customer link van map rating language attempts',
  },
  {
    id: 'slot-settings',
    label: 'Delivery slots',
    href: '/dashboard/settings/slots',
    icon: <CalendarClock />,
    words: 'window hold price order page shop zones cut-off blackout capacity',
  },
  {
    id: 'shipping-settings',
    label: 'Shipping rules',
    href: '/dashboard/settings/shipping',
    icon: <ShoppingCart />,
    words: 'checkout rates price shop method zone postcode tag weight shopify woocommerce wix',
  },
  {
    id: 'mail-in',
    label: 'Orders by mail',
    href: '/dashboard/settings/mail-in',
    icon: <Mailbox />,
    words: 'email inbox attachment sender address',
  },
  {
    id: 'notification-settings',
    label: 'Settings of notifications',
    href: '/dashboard/settings/notifications',
    icon: <MessageSquareText />,
    words: 'recipient customer sms text email push template quiet hours spending limit stop unsubscribe',
  },
  {
    id: 'look',
    label: 'Logo and color',
    href: '/dashboard/settings/look',
    icon: <Palette />,
    words: 'brand branding look delivery note tracking page contact',
  },
  {
    id: 'custom-fields',
    label: 'Custom fields',
    href: '/dashboard/settings/custom-fields',
    icon: <SquarePen />,
    words: 'own fields columns gate code purchase order',
  },
  {
    id: 'audit',
    label: 'Audit log',
    href: '/dashboard/audit',
    icon: <ScrollText />,
    needs: 'manage_workspace',
    words: 'history security who changed export',
  },
  {
    id: 'account',
    label: 'My Account',
    href: '/my-account',
    icon: <UserRound />,
    words: 'profile password email passkeys sessions two-factor',
  },
  {
    id: 'configuration',
    label: 'Basic Configuration',
    href: '/config',
    icon: <SlidersHorizontal />,
    needs: 'see_operations',
    words: 'depot start end time zone',
  },
  { id: 'api-docs', label: 'API documentation', href: '/api', icon: <BookOpen /> },
]

/** What can be started from anywhere. */
export function workCommands(today: string, openDays: readonly { day: string; pending: number }[]): Command[] {
  const tomorrow = dayAfter(today)
  const plan = (day: string, label: string, description?: string): Command => ({
    id: `plan-${day}`,
    label,
    description,
    href: boardPath(day),
    icon: <Route />,
    needs: 'change_planning',
    words: `${formatDay(day)} ${day} optimize routes`,
  })
  const pendingOn = (day: string) => {
    const pending = openDays.find((each) => each.day === day)?.pending
    return pending ? `${countOf(pending, 'delivery', 'deliveries')} to plan` : undefined
  }
  return [
    plan(today, 'Plan today', pendingOn(today)),
    plan(tomorrow, 'Plan tomorrow', pendingOn(tomorrow)),
    ...openDays
      .filter(({ day, pending }) => pending > 0 && day > tomorrow)
      .map(({ day }) => plan(day, `Plan ${formatDay(day)}`, pendingOn(day))),
    {
      id: 'today',
      label: 'Deliveries of today',
      href: `/dashboard/deliveries?date_from=${today}&date_to=${today}`,
      icon: <CalendarCheck />,
    },
    {
      id: 'new-delivery',
      label: 'Add delivery',
      href: '/dashboard/deliveries?new=1',
      icon: <Plus />,
      words: 'new create job',
      needs: 'add_deliveries',
    },
    {
      id: 'import',
      label: 'Import deliveries',
      href: '/dashboard/deliveries?import=1',
      icon: <FileUp />,
      words: 'csv file paste upload',
      needs: 'add_deliveries',
    },
    {
      id: 'new-driver',
      label: 'Add driver',
      href: '/dashboard/drivers?new=1',
      icon: <Plus />,
      words: 'new create',
      needs: 'change_fleet',
    },
    {
      id: 'new-vehicle',
      label: 'Add vehicle',
      href: '/dashboard/vehicles?new=1',
      icon: <Plus />,
      words: 'new create',
      needs: 'change_fleet',
    },
    {
      id: 'new-depot',
      label: 'Add depot',
      href: '/dashboard/depots?new=1',
      icon: <Plus />,
      words: 'new create',
      needs: 'change_fleet',
    },
    {
      id: 'new-kitchen',
      label: 'Add pickup place',
      href: '/dashboard/kitchens?new=1',
      icon: <Plus />,
      words: 'new create kitchen restaurant shop',
      needs: 'change_deliveries',
    },
  ]
}

export const signOutCommand = (act: () => void): Command => ({
  id: 'sign-out',
  label: 'Sign Out',
  icon: <LogOut />,
  act,
  words: 'log out leave',
})

/** The other workspaces that somebody belongs to, and one to be. */
export const workspaceCommands = (others: readonly Membership[], create: () => void): Command[] => [
  ...others.map((membership) => ({
    id: membership.id,
    label: `Switch to ${membership.name}`,
    description: roleOf(membership),
    icon: <Building2 />,
    href: inWorkspace('/dashboard', membership.id),
    words: 'workspace',
  })),
  { id: 'new-workspace', label: 'Create workspace', icon: <Plus />, act: create, words: 'new add' },
]

/** The commands that contain every typed word, those whose label starts with the text first. */
export function matching(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase()
  const words = text.split(/\s+/).filter(Boolean)
  const found = commands.filter((command) => {
    const all = `${command.label} ${command.description ?? ''} ${command.words ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
  const starts = (command: Command) => (command.label.toLowerCase().startsWith(text) ? 0 : 1)
  return found.toSorted((one, other) => starts(one) - starts(other))
}
