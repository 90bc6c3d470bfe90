import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { Link } from '#web/ui/link.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { SlotCardProps } from './use-slot-settings-form.ts'

/** A page where customers without a shop book. */
export function OrderPageCard({
  form: { values, set, problemOf },
  isDisabled,
  url,
}: SlotCardProps & { url: string | null }) {
  return (
    <Card title="Order page" description="Anyone with the link can book a delivery, without signing in.">
      <div className="flex flex-col gap-5">
        <Switch
          isDisabled={isDisabled}
          isSelected={values.order_page}
          onChange={(value) => set('order_page', value)}
          description="It shows your logo, color and contact line, and the slots that can be kept."
        >
          Let customers book on a page
        </Switch>
        {(values.order_page || values.shop_origins !== '') && (
          <TextField
            label="Name in the link"
            description="Lowercase letters, digits and hyphens, such as fresh-market."
            maxLength={40}
            isDisabled={isDisabled}
            value={values.order_page_name}
            errorMessage={problemOf('order_page_name')}
            onChange={(value) => set('order_page_name', value)}
          />
        )}
        {url && (
          <div className="flex flex-wrap items-center gap-3">
            <Link to={url} target="_blank" className="min-w-0 break-all">
              {url}
            </Link>
            <CopyButton text={url} of="the address of the order page" onRefused={() => {}} />
          </div>
        )}
      </div>
    </Card>
  )
}
