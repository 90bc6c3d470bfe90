import { ChartColumn, PackageCheck, Truck } from 'lucide-react'
import { ShopScene } from '../../scenes/shop-scene.tsx'
import type { IntegrationContent } from '../integration-page.tsx'

export const content: IntegrationContent = {
  platform: {
    id: 'woocommerce',
    name: 'WooCommerce',
    address: { label: 'Shop address', placeholder: 'https://shop.example.com' },
  },
  lead: 'Your store takes the order, and Karta brings it to the door. Both always know where it is.',
  scene: <ShopScene address="shop.example.com" orders={['#4817', '#4818', '#4819']} tone="violet" />,
  features: {
    title: 'Your shop is still where you sell',
    lead: 'Orders come in automatically, and status updates go back.',
    list: [
      {
        icon: <PackageCheck />,
        title: 'Order Management',
        opens: 'integrations',
        points: ['Automatic order synchronization', 'Custom shipping methods', 'Order status updates'],
      },
      {
        icon: <Truck />,
        title: 'Delivery Features',
        opens: 'slots',
        points: ['Real-time tracking integration', 'Delivery time slots', 'Customer notifications'],
      },
      {
        icon: <ChartColumn />,
        title: 'Advanced Tools',
        opens: 'shipping',
        points: ['Bulk order processing', 'Delivery analytics', 'Custom shipping rules'],
      },
    ],
  },
  guide: {
    title: 'Three steps to your first delivery',
    lead: 'Deciding where you deliver takes most of the time.',
    steps: [
      { title: 'Install Plugin', text: 'Install the plugin from the plugin directory in WordPress.' },
      { title: 'Configure API', text: 'Enter API credentials and configure shipping zones.' },
      { title: 'Go Live', text: 'Test with an order of your own, then process orders automatically.' },
    ],
  },
  requirements: ['WordPress 5.0 or higher', 'WooCommerce 4.0 or higher', 'A business account', 'An SSL certificate'],
  exchange: {
    reads: [
      'Paid orders: items, weight, shipping method',
      'Shipping address and recipient’s contact details',
      'Changes and cancellations',
    ],
    writes: ['Order status', 'Tracking link, as a note to the customer'],
  },
  questions: [
    {
      question: 'Where do you keep my store’s keys?',
      answer:
        'Encrypted in Karta’s database and tied to your workspace. You can revoke them at any time in your store under WooCommerce, Settings, Advanced, REST API.',
    },
    {
      question: 'My store refuses the connection. What should I check?',
      answer:
        'Check three things, in this order. Does the store answer over https with a valid certificate? Are its permalinks set to anything but “Plain”? Did an administrator approve both read and write access?',
    },
    {
      question: 'Will orders I ship by mail show up on my routes?',
      answer: 'No. Karta only takes orders with the shipping methods you choose. The rest stay in your store.',
    },
  ],
}
