import { cx } from '#web/ui/cx.ts'
import type { ProductPage } from '../product-pages.ts'
import { CheckList } from './check-list.tsx'
import { ProductLink } from './product-link.tsx'

export type PointGroup = {
  title: string
  points: readonly string[]
  /** Where the product does what the points say. */
  opens?: ProductPage
}

/** Three or four titled lists side by side. */
export function PointGroups({ groups }: { groups: readonly PointGroup[] }) {
  return (
    <div
      className={cx('grid gap-x-8 gap-y-10 sm:grid-cols-2', groups.length === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-4')}
    >
      {groups.map((group) => (
        <div key={group.title} className="border-t-2 border-brand pt-5">
          <h3 className="text-lg leading-snug font-semibold tracking-tight">{group.title}</h3>
          <CheckList points={group.points} className="mt-4 text-ink-muted" />
          {group.opens && <ProductLink to={group.opens} className="mt-5" />}
        </div>
      ))}
    </div>
  )
}
