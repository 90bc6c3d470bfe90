import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as about from './about/content.tsx'
import { authenticationParts, overviewParts } from './api/doc-parts.ts'
import { questions as contact } from './contact/questions.ts'
import * as analytics from './features/analytics/content.tsx'
import * as fleet from './features/fleet-management/content.tsx'
import * as tracking from './features/real-time-tracking/content.tsx'
import * as team from './features/team-management/content.tsx'
import * as home from './home/content.tsx'
import { chapters } from './home/walk-through/chapters.tsx'
import * as integrations from './integrations/content.tsx'
import type { IntegrationContent } from './integrations/integration-page.tsx'
import { content as shopify } from './integrations/shopify/content.tsx'
import { content as wix } from './integrations/wix/content.tsx'
import { content as woocommerce } from './integrations/woocommerce/content.tsx'
import type { PlainQuestion } from './parts/faq-data.ts'
import { comparison, plans } from './pricing/plans.ts'
import { questions as pricing } from './pricing/questions.ts'
import * as optimization from './route-optimization/content.tsx'
import { foodCatering } from './use-cases/food-catering/content.tsx'
import { healthcare } from './use-cases/healthcare/content.tsx'
import { logistics } from './use-cases/logistics/content.tsx'
import { retailEcommerce } from './use-cases/retail-ecommerce/content.tsx'
import type { UseCase } from './use-cases/use-case-page.tsx'

type Said = { text?: string; points?: readonly string[] }

const saidBy = (cards: readonly Said[]) => cards.flatMap(({ text, points = [] }) => (text ? [text, ...points] : points))
const answers = (questions: readonly PlainQuestion[]) => questions.map(({ answer }) => answer)

function ofUseCase({ cards, day, benefits, groups, questions }: UseCase): string[] {
  return [
    ...saidBy([...cards.features, ...day.steps, ...benefits.list, ...(groups?.list ?? [])]),
    ...answers(questions),
  ]
}

function ofShop({ features, guide, exchange, questions }: IntegrationContent): string[] {
  return [...saidBy([...features.list, ...guide.steps]), ...exchange.reads, ...exchange.writes, ...answers(questions)]
}

const openPlatforms = integrations.platforms.filter(({ href }) => href)

/**
 * What each page says that the product does: cards, points, steps and answers, and the parts of the API documentation. Headings
 * and leads promise no more.
 */
const claims: Record<string, readonly string[]> = {
  '/': saidBy([...home.features, ...chapters]),
  '/pricing': [
    ...plans.flatMap(({ features }) => features),
    ...comparison.flatMap(({ rows }) => rows.map(({ label }) => label)),
    ...answers(pricing),
  ],
  '/api': [...overviewParts, ...authenticationParts].map(({ title }) => title),
  '/integrations': saidBy([...openPlatforms, ...integrations.otherWays, ...integrations.steps]),
  '/integrations/shopify': ofShop(shopify),
  '/integrations/woocommerce': ofShop(woocommerce),
  '/integrations/wix': ofShop(wix),
  '/route-optimization': saidBy(optimization.features),
  '/real-time-tracking': [...saidBy(tracking.features), ...tracking.messages],
  '/analytics': [...saidBy(analytics.features), ...analytics.lateReasons],
  '/team-management': saidBy(team.features),
  '/fleet-management': saidBy(fleet.features),
  '/about': [...saidBy(about.values), ...about.openSource],
  '/contact': answers(contact),
  '/use-cases/food-catering': ofUseCase(foodCatering),
  '/use-cases/retail-ecommerce': ofUseCase(retailEcommerce),
  '/use-cases/healthcare': ofUseCase(healthcare),
  '/use-cases/logistics': ofUseCase(logistics),
}

/** What people keep, and no software can. */
const keptByPeople = [
  'Email support',
  'Priority support',
  'Support level',
  'Custom integrations',
  'By your volume, the systems we connect to and the terms you need. Tell us how many deliveries, drivers and depots you have, and we’ll reply within 24 hours.',
  'Within 24 hours, to the email address you give us.',
  'Mon-Fri, 9am to 6pm local time. Leave your number and the best time to reach you. We’ll call you, so you never wait on hold.',
]

const rows = readFileSync(join(import.meta.dirname, '../../docs/claims.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| /'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([page, quoted]) => ({ page: page!.trim(), quotes: quoted!.trim().split(' / ') }))

test('every claim of a public page is in a row that names its proof', () => {
  const without = Object.entries(claims).flatMap(([page, texts]) => {
    const quotes = rows.filter((row) => row.page === page).flatMap((row) => row.quotes)
    const known = [...quotes, ...keptByPeople]
    return texts.filter((text) => !known.includes(text)).map((text) => `${page}: ${text}`)
  })
  expect(without).toEqual([])
})

test('every row quotes a claim that its page still makes', () => {
  const stale = rows.flatMap(({ page, quotes }) => quotes.filter((quote) => !claims[page]?.includes(quote)))
  expect(stale).toEqual([])
  expect(rows.length).toBeGreaterThan(100)
})

test('what people keep is on a page', () => {
  const made = Object.values(claims).flat()
  expect(keptByPeople.filter((text) => !made.includes(text))).toEqual([])
})
