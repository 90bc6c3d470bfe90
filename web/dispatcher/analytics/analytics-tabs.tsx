import { NavLink, useSearchParams } from 'react-router'
import { cx } from '#web/ui/cx.ts'
import { FiguresAge } from './figures-age.tsx'

const pages = [
  { path: '/dashboard/analytics', label: 'Figures' },
  { path: '/dashboard/analytics/addresses', label: 'Addresses' },
  { path: '/dashboard/analytics/reports', label: 'Reports' },
]
/** What figures and addresses show. */
const shared = ['range', 'from', 'to', 'depot_id', 'client_id']

/** The pages of analytics. Days, depot and client go along. */
export function AnalyticsTabs() {
  const [query] = useSearchParams()
  const kept = new URLSearchParams(shared.flatMap((name) => (query.has(name) ? [[name, query.get(name)!]] : [])))
  return (
    <>
      <nav aria-label="Analytics" className="mb-4 flex gap-1 border-b">
        {pages.map(({ path, label }) => (
          <NavLink
            key={path}
            to={`${path}?${kept.toString()}`}
            end
            className={({ isActive }) =>
              cx(
                'focus-ring -mb-px rounded-t-md border-b-2 px-3 py-2 font-medium -outline-offset-2 transition-colors pointer-coarse:py-3',
                isActive ? 'border-brand text-ink' : 'border-transparent text-ink-muted hover:text-ink',
              )
            }
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <FiguresAge />
    </>
  )
}
