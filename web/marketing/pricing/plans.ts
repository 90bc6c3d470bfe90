import { monthlyRequests } from '#domain/tiers.ts'
import { optimizeLimits } from '#domain/search-limits.ts'
import type { Workspace } from '#domain/schema/workspace.ts'

/** A pricing plan as visitors see it. */
export type Plan = {
  id: Workspace['tier']
  name: string
  price: string
  /** What the price covers. Empty if there is nothing to add. */
  per: string
  description: string
  features: readonly string[]
  callToAction: { label: string; leadsTo: 'trial' | 'sales' }
  isPopular: boolean
}

export const plans: readonly Plan[] = [
  {
    id: 'free',
    name: 'Free',
    price: '$0',
    per: '',
    description: 'For one driver and your first regular customers.',
    features: ['Up to 1,000 deliveries a month', 'Basic route optimization', 'Single driver', 'Email support'],
    callToAction: { label: 'Start Free Trial', leadsTo: 'trial' },
    isPopular: false,
  },
  {
    id: 'standard',
    name: 'Standard',
    price: '$19.99',
    per: 'per license per month',
    description: 'For teams that plan, dispatch and track several drivers every day.',
    features: [
      'Unlimited deliveries',
      'Advanced route optimization',
      'Multi-driver',
      'Real-time tracking',
      'Analytics',
      'Priority support',
    ],
    callToAction: { label: 'Start Free Trial', leadsTo: 'trial' },
    isPopular: true,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    price: 'Custom',
    per: '',
    description: 'Everything in Standard, tailored to your volume, systems and terms.',
    features: ['Dedicated account manager', 'API access'],
    callToAction: { label: 'Contact Sales', leadsTo: 'sales' },
    isPopular: false,
  },
]

/** Monthly API requests per plan, from the limits the server enforces. */
export function apiRequestsOf(id: Plan['id']): string {
  return monthlyRequests[id]?.toLocaleString('en-US') ?? 'Custom'
}

/**
 * A plan’s limits for `POST /v1/optimize`: stops and vehicles per problem, seconds of search, concurrent operations.
 */
export function optimizeLimitsOf(id: Plan['id']) {
  const { stops, vehicles, seconds, operations } = optimizeLimits[id]
  const inDigits = (number: number) => number.toLocaleString('en-US')
  return {
    stops: inDigits(stops),
    vehicles: inDigits(vehicles),
    seconds: inDigits(seconds),
    operations: inDigits(operations),
  }
}

type Cell = string | boolean
export type ComparisonGroup = { title: string; rows: readonly { label: string; cells: readonly [Cell, Cell, Cell] }[] }

/** The plans line by line, in order. True means included. */
export const comparison: readonly ComparisonGroup[] = [
  {
    title: 'Delivery',
    rows: [
      { label: 'Deliveries a month', cells: ['Up to 1,000', 'Unlimited', 'Unlimited'] },
      { label: 'Drivers', cells: ['Single driver', 'Multi-driver', 'Multi-driver'] },
      { label: 'Route optimization', cells: ['Basic', 'Advanced', 'Advanced'] },
      { label: 'Real-time tracking', cells: [false, true, true] },
      { label: 'Analytics', cells: [false, true, true] },
    ],
  },
  {
    title: 'API',
    rows: [
      {
        label: 'API requests a month',
        cells: [apiRequestsOf('free'), apiRequestsOf('standard'), apiRequestsOf('enterprise')],
      },
    ],
  },
  {
    title: 'Support',
    rows: [
      { label: 'Support level', cells: ['Email', 'Priority', 'Priority'] },
      { label: 'Dedicated account manager', cells: [false, false, true] },
      { label: 'Custom integrations', cells: [false, false, true] },
    ],
  },
]
