import { ArrowRight, Leaf, ShoppingBag, Warehouse } from 'lucide-react'
import { Link } from 'react-router'
import { buttonStyle } from '#web/ui/button-style.ts'
import { cx } from '#web/ui/cx.ts'
import { CheckList } from '../parts/check-list.tsx'
import { caseStudyPath, type CaseStudy } from './article.ts'
import { Illustration } from './illustrations/illustration.tsx'

const icons = { 'shopping-bag': ShoppingBag, warehouse: Warehouse, leaf: Leaf }

export function IndustryLabel({ study }: { study: CaseStudy }) {
  const Icon = icons[study.icon]
  return (
    <p className="flex items-center gap-2 text-sm font-semibold text-brand-ink">
      <Icon aria-hidden="true" className="size-4.5" />
      {study.industry}
    </p>
  )
}

type CaseStudyCardProps = {
  study: CaseStudy
  /** Puts picture and text side by side on wide screens. */
  isLarge?: boolean
}

export function CaseStudyCard({ study, isLarge = false }: CaseStudyCardProps) {
  return (
    <article
      className={cx(
        'flex h-full flex-col overflow-hidden rounded-3xl border bg-surface shadow-card',
        isLarge && 'lg:grid lg:grid-cols-[1.1fr_1fr]',
      )}
    >
      <div className={cx('bg-brand-soft', isLarge && 'lg:flex lg:items-center')}>
        <Illustration name={study.image} />
      </div>
      <div className={cx('flex flex-1 flex-col justify-center p-6', isLarge ? 'sm:p-10' : 'sm:p-8')}>
        <IndustryLabel study={study} />
        <h3
          className={cx(
            'mt-3 leading-tight font-semibold tracking-[-0.02em] text-balance',
            isLarge ? 'text-2xl sm:text-3xl' : 'text-2xl',
          )}
        >
          <Link to={caseStudyPath(study)} className="rounded-sm hover:underline">
            {study.title}
          </Link>
        </h3>
        <p className="mt-3 text-pretty text-ink-muted">{study.description}</p>
        <CheckList points={study.results} className="mt-6 mb-7 font-medium" />
        <p className="mt-auto">
          <Link to={caseStudyPath(study)} className={buttonStyle(isLarge ? 'primary' : 'secondary', 'large')}>
            Read Full Case Study
            <span className="sr-only">: {study.title}</span>
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </p>
      </div>
    </article>
  )
}
