import { Lock } from 'lucide-react'
import { mayDo, useMe } from '#web/lib/me.ts'
import { whyNot } from '#web/lib/why-not.ts'
import { ButtonLink } from '#web/ui/button-link.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { landingFor, type PageRight } from './pages.ts'

const landingLabels: Record<string, string> = {
  '/dashboard': 'Go to the overview',
  '/dashboard/deliveries': 'Go to deliveries',
  '/dashboard/my-route': 'Go to my route',
}

/** Stands for a page that the person's role does not open: why, and where to go instead. */
export function NoRight({ page }: { page: PageRight }) {
  const me = useMe()
  const landing = landingFor((action) => mayDo(me, action))
  return (
    <EmptyState
      isPageTitle
      icon={<Lock />}
      title="This page is not for your role"
      actions={
        landing && (
          <ButtonLink to={landing} variant="primary">
            {landingLabels[landing]}
          </ButtonLink>
        )
      }
    >
      {whyNot(page.may, `see ${page.what}`, me)}
    </EmptyState>
  )
}
