import { useQuery } from '@tanstack/react-query'
import { shippingSettingsQuery } from '../queries.ts'
import { PartPage } from '../settings/part-page.tsx'
import { ShippingForm } from './shipping-form.tsx'

export function meta() {
  return [{ title: 'Shipping rules · Karta' }]
}

export default function ShippingSettingsPage() {
  return (
    <PartPage
      title="Shipping rules"
      description="Which delivery times and prices buyers see at the checkout of your shops."
      settings={useQuery(shippingSettingsQuery)}
    >
      {(settings, isEditable) => <ShippingForm settings={settings} isEditable={isEditable} />}
    </PartPage>
  )
}
