import { HeartHandshake, RefreshCw, Truck } from 'lucide-react'
import { IntegrationPage, type IntegrationContent } from '../integration-page.tsx'
import { pageMeta } from '../../page-meta.ts'
import { ShopScene } from '../../scenes/shop-scene.tsx'

export function meta() {
  return pageMeta('/integrations/wix')
}

const content: IntegrationContent = {
  platform: { id: 'wix', name: 'Wix' },
  lead: 'From the checkout of your Wix site to the customer’s door, without a list in between.',
  scene: <ShopScene address="www.example.com" orders={['10021', '10022', '10023']} tone="info" />,
  features: {
    title: 'A site that also delivers',
    lead: 'You keep designing your site. The vans are planned next door.',
    list: [
      {
        icon: <RefreshCw />,
        title: 'Order Sync',
        points: ['Real-time synchronization', 'Automatic fulfillment updates', 'Multi-location support'],
      },
      {
        icon: <Truck />,
        title: 'Delivery Features',
        points: ['Custom shipping methods', 'Time slots', 'Real-time tracking'],
      },
      {
        icon: <HeartHandshake />,
        title: 'Customer Experience',
        points: ['Automated notifications', 'Tracking page integration', 'Delivery preferences'],
      },
    ],
  },
  guide: {
    title: 'Three steps to the first delivery',
    lead: 'No code, no keys to copy.',
    steps: [
      { title: 'Install App', text: 'Install the app from the Wix App Market and choose your site.' },
      { title: 'Configure Settings', text: 'Set delivery zones and shipping methods.' },
      { title: 'Go Live', text: 'Buy something from yourself, look at the route, then open for everybody.' },
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
      'New orders of the site: items and shipping method',
      'The delivery address and how to reach the recipient',
      'The location that sends it',
    ],
    writes: ['Fulfillment of the order', 'The tracking link for the customer'],
  },
  questions: [
    {
      question: 'I have several sites. Can all of them be connected?',
      answer:
        'Each workspace connects one Wix site. For a second one, open a second workspace; your people can belong to both.',
    },
    {
      question: 'Does my site become slower?',
      answer:
        'No. Nothing is added to your pages. Orders are exchanged between Wix and Karta, away from your visitors.',
    },
    {
      question: 'How do I end the connection?',
      answer:
        'Press Disconnect in Karta, which forgets the site and its keys, and remove the app under Apps, Manage Apps in Wix. Deliveries already made stay in your records.',
    },
  ],
}

/** Orders of a Wix site as deliveries. */
export default function Wix() {
  return <IntegrationPage content={content} />
}
