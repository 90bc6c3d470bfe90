import { useQuery } from '@tanstack/react-query'
import { mayDo, meQuery } from '#web/lib/me.ts'
import { mayOpen } from '../rights/pages.ts'
import { areasFor } from './areas.tsx'

/** The areas that the signed-in person may open: none until it is known who that is. It follows their role. */
export function useAreas() {
  const me = useQuery({ ...meQuery, enabled: false }).data
  return areasFor((href) => me !== undefined && mayOpen(href, (action) => mayDo(me, action)))
}
