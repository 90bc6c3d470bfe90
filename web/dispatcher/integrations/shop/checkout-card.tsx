import { CircleAlert } from 'lucide-react'
import type { ShopPlatform } from '#domain/schema/integration.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { Link } from '#web/ui/link.tsx'

/** What it takes until buyers see delivery times at the checkout. */
const needs: Record<ShopPlatform, string> = {
  shopify:
    'Karta adds itself to your shipping rates. Shopify allows that on the Advanced plan and above, on yearly plans, or with the carrier feature.',
  woocommerce: 'The plugin shows these times. In WordPress, choose the shipping zone that it is for.',
  wix: 'In your site, open Settings, Shipping & Delivery, and add Karta to the regions that you deliver to.',
}

/** Slots and prices at the checkout, and where they are set. */
export function CheckoutCard({ platform, failure }: { platform: ShopPlatform; failure: string | null }) {
  return (
    <Card
      title="At the checkout"
      description={`Buyers choose a delivery time that your routes can keep. ${needs[platform]}`}
    >
      <div className="grid gap-4">
        {failure && (
          <Banner tone="warning" icon={<CircleAlert />}>
            The checkout shows no delivery times. {failure}
          </Banner>
        )}
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to="/dashboard/settings/slots">Delivery slots</Link>
          <Link to="/dashboard/settings/shipping">Shipping rules</Link>
        </div>
      </div>
    </Card>
  )
}
