import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Link2, Mail, MoreHorizontal, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import type { RouteHandover } from '#domain/schema/handover.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { openSheets } from '../../print/print-sheets.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { handoverDetail, handoverSentence } from './handover-words.ts'
import { handoversQuery, useHandover } from './use-handovers.ts'

const looks: Record<RouteHandover['state'], { tone: BadgeTone; words: string }> = {
  has: { tone: 'success', words: 'Has it' },
  outdated: { tone: 'warning', words: 'Has an earlier one' },
  waiting: { tone: 'neutral', words: 'Not yet' },
}

/** Which drivers have their routes, and what brings them to the others: paper, mail, or a link. */
export function HandoverPanel({ planId, zone }: { planId: string; zone: string }) {
  const mayChange = useMay('change_planning')
  const client = useQueryClient()
  const { data } = useQuery(handoversQuery(planId))
  const { mail, give } = useHandover(planId, () => void client.invalidateQueries({ queryKey: keys.handovers }))
  const [isOpen, setOpen] = useState(false)
  const [linkOf, setLinkOf] = useState<string | null>(null)
  if (!data?.data.length) return null
  const missing = data.data.filter(({ state }) => state !== 'has')
  const reachable = missing.filter(({ driver_email }) => driver_email !== null)
  const idsOf = (routes: RouteHandover[]) => routes.map(({ route_id }) => route_id)
  const linked = data.data.find(({ route_id }) => route_id === linkOf)
  return (
    <section aria-labelledby="handover-head" className="rounded-xl border bg-surface shadow-card">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <h2 id="handover-head" className="flex min-w-0 flex-1 basis-72 items-center gap-2 font-semibold tracking-tight">
          <Send aria-hidden="true" className="size-4 shrink-0 text-ink-muted" />
          <span role="status">{handoverSentence(data.data)}</span>
        </h2>
        <div className="flex flex-wrap gap-2">
          <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide drivers' : 'Show drivers'}
          </Button>
          {mayChange && missing.length > 0 && (
            <>
              {reachable.length > 0 && (
                <Button
                  size="small"
                  icon={<Mail aria-hidden="true" className="size-4" />}
                  isPending={mail.isPending}
                  onPress={() => mail.mutate(idsOf(reachable))}
                >
                  Mail {reachable.length === 1 ? 'it' : `${reachable.length} of them`}
                </Button>
              )}
              <Button
                size="small"
                icon={<Check aria-hidden="true" className="size-4" />}
                isPending={give.isPending}
                onPress={() => give.mutate({ route_ids: idsOf(missing), given: true })}
              >
                All handed over
              </Button>
            </>
          )}
        </div>
      </div>
      {isOpen && (
        <ul className="max-h-80 divide-y overflow-y-auto border-t">
          {data.data.map((route) => (
            <li key={route.route_id} className="flex items-center gap-3 px-4 py-2">
              <div className="min-w-0 flex-1">
                <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                  <span className="font-medium wrap-anywhere">{route.driver_name}</span>
                  <Badge tone={looks[route.state].tone}>{looks[route.state].words}</Badge>
                </p>
                <p className="text-[0.8125rem] text-ink-muted">{handoverDetail(route, zone)}</p>
              </div>
              {mayChange && (
                <Menu
                  trigger={
                    <IconButton
                      label={`Get ${route.driver_name} the route`}
                      icon={<MoreHorizontal aria-hidden="true" className="size-4" />}
                    />
                  }
                  onAction={(what) => {
                    if (what === 'link') setLinkOf(route.route_id)
                    if (what === 'mail') mail.mutate([route.route_id])
                    if (what === 'print') void openSheets(planId, route.route_id)
                    if (what === 'given') give.mutate({ route_ids: [route.route_id], given: route.state !== 'has' })
                  }}
                >
                  <MenuItem id="link" icon={<Link2 />} description="Opens the route without signing in">
                    Link or QR code
                  </MenuItem>
                  <MenuItem
                    id="mail"
                    icon={<Mail />}
                    isDisabled={route.driver_email === null}
                    description={route.driver_email ?? 'The driver has no email address'}
                  >
                    Mail the route
                  </MenuItem>
                  <MenuItem id="print" icon={<Printer />}>
                    Print the sheet
                  </MenuItem>
                  <MenuItem id="given" icon={<Check />}>
                    {route.state === 'has' ? 'Not handed over after all' : 'Handed over'}
                  </MenuItem>
                </Menu>
              )}
            </li>
          ))}
        </ul>
      )}
      {linked && <LinkDialog route={linked} zone={zone} onClose={() => setLinkOf(null)} />}
      {isOpen && !data.by_mail && (
        <p className="border-t px-4 py-2 text-[0.8125rem] text-ink-muted">
          No mail server is set, so mail stays on this server. Links and paper work without one.
        </p>
      )}
    </section>
  )
}
