import { HeartHandshake, RefreshCw, Truck } from 'lucide-react'
import { ShopScene } from '../../scenes/shop-scene.tsx'
import type { IntegrationContent } from '../integration-page.tsx'

export const content: IntegrationContent = {
  platform: { id: 'wix', name: 'Wix' },
  lead: 'From your Wix checkout to the customer’s door, with no lists in between.',
  scene: <ShopScene address="www.example.com" orders={['10021', '10022', '10023']} tone="info" />,
  features: {
    title: 'Your site, now with delivery',
    lead: 'Keep designing your site. Karta plans the vans.',
    list: [
      {
        icon: <RefreshCw />,
        title: 'Order Sync',
        opens: 'integrations',
        points: ['Real-time synchronization', 'Automatic fulfillment updates', 'Multi-location support'],
      },
      {
        icon: <Truck />,
        title: 'Delivery Features',
        opens: 'slots',
        points: ['Custom shipping methods', 'Time slots', 'Real-time tracking'],
      },
      {
        icon: <HeartHandshake />,
        title: 'Customer Experience',
        opens: 'tracking',
        points: ['Automated notifications', 'Tracking page integration', 'Delivery preferences'],
      },
    ],
  },
  guide: {
    title: 'Three steps to your first delivery',
    lead: 'No code, no keys to copy.',
    steps: [
      { title: 'Install App', text: 'Install the app from the Wix App Market and choose your site.' },
      { title: 'Configure Settings', text: 'Set delivery zones and shipping methods.' },
      { title: 'Go Live', text: 'Order something from yourself, check the route, then open for business.' },
    ],
  },
  requirements: [
    'Wix Business or eCommerce Premium plan',
    'A business account',
    'A valid delivery service area',
    'SSL (included with Wix)',
  ],
  exchange: {
    reads: [
      'New orders: items and shipping method',
      'Delivery address and recipient’s contact details',
      'The location it ships from',
    ],
    writes: ['Order fulfillment', 'Tracking link for the customer'],
  },
  questions: [
    {
      question: 'Can I connect more than one site?',
      answer:
        'Each workspace connects to one Wix site. For a second site, create a second workspace. Your team can belong to both.',
    },
    {
      question: 'Will it slow down my site?',
      answer: 'No. Karta adds nothing to your pages. Wix and Karta exchange orders behind the scenes.',
    },
    {
      question: 'How do I disconnect?',
      answer:
        'Press Disconnect in Karta, which then forgets the site and its keys. In Wix, remove the app under Apps, Manage Apps. Deliveries you have made stay in your records.',
    },
  ],
}
