import { ChevronDown, Copy } from 'lucide-react'
import type { Delivery } from '#domain/schema/delivery.ts'
import { BillingLink } from '#web/lib/billing-link.tsx'
import { useMe } from '#web/lib/me.ts'
import { useWaiting } from '#web/lib/tier.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { StateBadge } from '#web/ui/state-badge.tsx'
import { OthersHere } from '../../records/others-here.tsx'
import { RepeatButton } from '../../recurring/repeat-button.tsx'
import { useDeliveryActions } from '../use-delivery-actions.ts'
import { hasStatusItems, StatusItems } from './status-items.tsx'
import { StatusQuestions, useStatusQuestions } from './status-questions.tsx'
import { GoodsLine } from './goods-line.tsx'
import { RecipientSays } from './recipient-says.tsx'
import { TrackingLink } from './tracking-link.tsx'
import { statusLines } from './status-words.ts'

type DeliveryStatusProps = { delivery: Delivery; mayChange: boolean; onDuplicate: () => void }

/** Where a delivery stands, and ways to say where it really does. */
export function DeliveryStatus({ delivery, mayChange, onDuplicate }: DeliveryStatusProps) {
  const { workspace } = useMe()
  const { changeMany, setStatuses, reopen, refresh } = useDeliveryActions()
  const questions = useStatusQuestions()
  const waiting = useWaiting(delivery)
  const lines = statusLines(delivery, workspace.time_zone)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-muted">
        <StateBadge state={delivery.status} />
        {delivery.driver_name && <span>{delivery.driver_name}</span>}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
          <OthersHere kind="delivery" id={delivery.id} />
          {mayChange && !delivery.erased_at && <TrackingLink delivery={delivery} />}
          {mayChange && <RepeatButton delivery={delivery} />}
          {mayChange && (
            <Button size="small" icon={<Copy aria-hidden="true" className="size-3.5" />} onPress={onDuplicate}>
              Duplicate…
            </Button>
          )}
          {mayChange && hasStatusItems(delivery.status) && (
            <Menu
              aria-label="Status"
              trigger={
                <Button size="small">
                  Status
                  <ChevronDown aria-hidden="true" className="size-3.5" />
                </Button>
              }
            >
              <StatusItems
                status={delivery.status}
                onStep={(status) => void changeMany({ rows: [delivery] }, { reached: { status } })}
                onAsk={(status) => questions.askAbout(delivery, status)}
                onCorrect={() => questions.correct(delivery)}
                onTryAgain={() => void reopen(delivery)}
              />
            </Menu>
          )}
        </span>
      </div>
      {lines.length > 0 && <p className="text-[0.8125rem] text-ink-muted wrap-anywhere">{lines.join(' · ')}</p>}
      {waiting && (
        <div className="mt-1.5">
          <Banner tone="warning">
            {waiting} <BillingLink />
          </Banner>
        </div>
      )}
      {delivery.goods && <GoodsLine goods={delivery.goods} timeZone={workspace.time_zone} />}
      <RecipientSays delivery={delivery} />
      <StatusQuestions
        asking={questions.asking}
        onClose={questions.close}
        setStatuses={setStatuses}
        refresh={refresh}
      />
    </div>
  )
}
