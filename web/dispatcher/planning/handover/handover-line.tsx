import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Link2, Mail, MoreHorizontal, Printer, Send } from 'lucide-react'
import { useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import type { RouteHandover } from '#domain/schema/handover.ts'
import { keys } from '#web/lib/keys.ts'
import { useMay } from '#web/lib/me.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
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

/** Which drivers of a dispatched plan have their routes, in a sentence; the list, and what brings them to the others, is behind it. */
export function HandoverLine({ planId, zone }: { planId: string; zone: string }) {
  const { data } = useQuery(handoversQuery(planId))
  if (!data?.data.length) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span role="status" className="text-[0.8125rem] font-medium">
        {handoverSentence(data.data)}
      </span>
      <DialogTrigger>
        <Button size="small" icon={<Send aria-hidden="true" className="size-4" />}>
          Show drivers
        </Button>
        <HandoverDrawer planId={planId} zone={zone} routes={data.data} byMail={data.by_mail} />
      </DialogTrigger>
    </span>
  )
}

type DrawerProps = { planId: string; zone: string; routes: RouteHandover[]; byMail: boolean }

/** Who has the route, and what brings it to the others: paper, mail, or a link. */
function HandoverDrawer({ planId, zone, routes, byMail }: DrawerProps) {
  const mayChange = useMay('change_planning')
  const client = useQueryClient()
  const { mail, give } = useHandover(planId, () => void client.invalidateQueries({ queryKey: keys.handovers }))
  const [linkOf, setLinkOf] = useState<string | null>(null)
  const missing = routes.filter(({ state }) => state !== 'has')
  const reachable = missing.filter(({ driver_email }) => driver_email !== null)
  const idsOf = (some: RouteHandover[]) => some.map(({ route_id }) => route_id)
  const linked = routes.find(({ route_id }) => route_id === linkOf)
  return (
    <Drawer
      title="Who has the route"
      description={handoverSentence(routes)}
      footer={
        mayChange &&
        missing.length > 0 && (
          <>
            {reachable.length > 0 && (
              <Button
                icon={<Mail aria-hidden="true" className="size-4" />}
                isPending={mail.isPending}
                onPress={() => mail.mutate(idsOf(reachable))}
              >
                Mail {reachable.length === 1 ? 'it' : `${reachable.length} of them`}
              </Button>
            )}
            <Button
              icon={<Check aria-hidden="true" className="size-4" />}
              isPending={give.isPending}
              onPress={() => give.mutate({ route_ids: idsOf(missing), given: true })}
            >
              All handed over
            </Button>
          </>
        )
      }
    >
      <ul className="divide-y">
        {routes.map((route) => (
          <li key={route.route_id} className="flex items-center gap-3 py-2">
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
      {linked && <LinkDialog route={linked} zone={zone} onClose={() => setLinkOf(null)} />}
      {!byMail && (
        <p className="pt-3 text-[0.8125rem] text-ink-muted">
          No mail server is set, so mail stays on this server. Links and paper work without one.
        </p>
      )}
    </Drawer>
  )
}
