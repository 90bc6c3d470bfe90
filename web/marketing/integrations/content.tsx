import { Code, FileSpreadsheet, Webhook } from 'lucide-react'
import type { Feature } from '../parts/feature-grid.tsx'
import type { Step } from '../parts/steps.tsx'
import type { PlatformCardProps } from './platform-card.tsx'

export const platforms: readonly PlatformCardProps[] = [
  {
    name: 'Shopify',
    text: 'Plan your Shopify store’s local deliveries, track them and mark them as fulfilled.',
    tone: 'success',
    href: '/integrations/shopify',
  },
  {
    name: 'WooCommerce',
    text: 'Bring in orders from your WordPress store with a key you can revoke at any time.',
    tone: 'violet',
    href: '/integrations/woocommerce',
  },
  {
    name: 'Wix',
    text: 'Go from your Wix checkout to the customer’s door without a line of code.',
    tone: 'info',
    href: '/integrations/wix',
  },
  {
    name: 'ERP',
    text: 'Import delivery notes from your ERP and send back proof of delivery.',
    tone: 'neutral',
  },
]

export const otherWays: readonly Feature[] = [
  {
    icon: <Code />,
    title: 'Public API',
    opens: 'apiKeys',
    text: 'Create a delivery with one request and check where it is with another. Our own app uses the same API.',
  },
  {
    icon: <Webhook />,
    title: 'Signed webhooks',
    opens: 'webhooks',
    text: 'Your systems hear about every change as it happens, with a signature they can verify.',
  },
  {
    icon: <FileSpreadsheet />,
    title: 'File import',
    opens: 'deliveries',
    text: 'Drop in the spreadsheet you already have. Karta recognizes the columns and flags doubtful rows before it imports them.',
  },
]

export const steps: readonly Step[] = [
  { title: 'Connect', text: 'Approve what Karta can read and write in your own shop. It touches nothing else.' },
  { title: 'Choose', text: 'Pick the shipping methods you deliver yourself. All other orders stay where they are.' },
  {
    title: 'Deliver',
    text: 'Orders show up in the planner with address, size and window. Your shop is updated when they arrive.',
  },
]
