import { ChartColumn, PackageCheck, Truck } from 'lucide-react'
import { IntegrationPage, type IntegrationContent } from '../integration-page.tsx'
import { pageMeta } from '../../page-meta.ts'
import { ShopScene } from '../../scenes/shop-scene.tsx'

export function meta() {
  return pageMeta('/integrations/woocommerce')
}

const content: IntegrationContent = {
  platform: {
    id: 'woocommerce',
    name: 'WooCommerce',
    address: { label: 'Shop address', placeholder: 'https://shop.example.com' },
  },
  lead: 'Your store takes the order, Karta brings it to the door. Both always know how far it is.',
  scene: <ShopScene address="shop.example.com" orders={['#4817', '#4818', '#4819']} tone="violet" />,
  features: {
    title: 'Your shop stays the place where you sell',
    lead: 'Orders come over by themselves, and what happens to them comes back.',
    list: [
      {
        icon: <PackageCheck />,
        title: 'Order Management',
        points: ['Automatic order synchronization', 'Custom shipping methods', 'Order status updates'],
      },
      {
        icon: <Truck />,
        title: 'Delivery Features',
        points: ['Real-time tracking integration', 'Delivery time slots', 'Customer notifications'],
      },
      {
        icon: <ChartColumn />,
        title: 'Advanced Tools',
        points: ['Bulk order processing', 'Delivery analytics', 'Custom shipping rules'],
      },
    ],
  },
  guide: {
    title: 'Three steps to the first delivery',
    lead: 'Most of the time goes into deciding where you deliver.',
    steps: [
      { title: 'Install Plugin', text: 'Install the plugin from the plugin directory of your WordPress.' },
      { title: 'Configure API', text: 'Enter API credentials and configure shipping zones.' },
      { title: 'Go Live', text: 'Test with an order of your own, then process orders automatically.' },
    ],
  },
  requirements: ['WordPress 5.0 or higher', 'WooCommerce 4.0 or higher', 'A business account', 'An SSL certificate'],
  exchange: {
    reads: [
      'Paid orders: items, weight, shipping method',
      'The shipping address and how to reach the recipient',
      'Changes and cancellations',
    ],
    writes: ['Status of the order', 'The tracking link, as a note for the customer'],
  },
  questions: [
    {
      question: 'Where are the keys to my store kept?',
      answer:
        'Encrypted in Karta’s database, bound to your workspace. You can take them back at any time in your store under WooCommerce, Settings, Advanced, REST API.',
    },
    {
      question: 'The connection is refused. What should I look at?',
      answer:
        'Three things, in this order: does the store answer over https with a valid certificate; are its permalinks anything but “Plain”; did an administrator approve the request with both reading and writing.',
    },
    {
      question: 'Do orders that come by post also land on my routes?',
      answer: 'Only those whose shipping method you choose. All others stay in your store and are left alone.',
    },
  ],
}

/** Orders of a WooCommerce store as deliveries. */
export default function WooCommerce() {
  return <IntegrationPage content={content} />
}
