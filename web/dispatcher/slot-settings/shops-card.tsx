import type { SlotSettings } from '#domain/schema/slots.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import type { SlotCardProps } from './use-slot-settings-form.ts'

type Props = SlotCardProps & { settings: Pick<SlotSettings, 'shop_origins' | 'order_page_name'> }

/** Shops that show the slots in their pages. */
export function ShopsCard({ form: { values, set, problemOf }, isDisabled, settings }: Props) {
  const isOpen = settings.shop_origins.length > 0 && settings.order_page_name !== null
  return (
    <Card
      title="In a shop's page"
      description="Customers choose a slot in the checkout. The shop then books it through the API."
    >
      <div className="flex flex-col gap-5">
        <TextArea
          label="Sites of shops"
          description="One a line, such as https://shop.example. No other site can show your slots."
          rows={3}
          isDisabled={isDisabled}
          value={values.shop_origins}
          errorMessage={problemOf('shop_origins')}
          onChange={(value) => set('shop_origins', value)}
        />
        {isOpen && <Snippet text={snippetOf(settings.order_page_name!)} />}
      </div>
    </Card>
  )
}

function Snippet({ text }: { text: string }) {
  return (
    <div className="flex flex-col items-start gap-3">
      <pre className="w-full overflow-x-auto rounded-lg bg-sunken p-3 text-[0.8125rem]">{text}</pre>
      <CopyButton text={text} of="the code for a shop's page" onRefused={() => {}} />
    </div>
  )
}

const snippetOf = (name: string) => `<div data-karta-slots="${name}" data-address="Jl. Sabang 12, Jakarta"></div>
<script src="${location.origin}/slots.js" async></script>
<script>
  addEventListener('karta:slot', ({ detail }) => console.log(detail?.hold_id))
</script>`
