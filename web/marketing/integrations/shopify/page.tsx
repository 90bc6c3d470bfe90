import { MapPinned, MessageSquareText, ShoppingBag } from 'lucide-react'
import { IntegrationPage, type IntegrationContent } from '../integration-page.tsx'
import { pageMeta } from '../../page-meta.ts'
import { ShopScene } from '../../scenes/shop-scene.tsx'

export function meta() {
  return pageMeta('/integrations/shopify')
}

const content: IntegrationContent = {
  platform: {
    id: 'shopify',
    name: 'Shopify',
    address: { label: 'Shop name', placeholder: 'my-shop.myshopify.com' },
  },
  lead: 'Paid in the morning, on a route by noon: local deliveries of your Shopify store, planned and proven.',
  scene: <ShopScene address="my-shop.myshopify.com" orders={['#1042', '#1043', '#1044']} tone="success" />,
  features: {
    title: 'Local delivery, without the spreadsheet',
    lead: 'What Shopify knows about an order is enough to bring it to the door.',
    list: [
      {
        icon: <ShoppingBag />,
        title: 'Order Sync',
        points: ['Paid orders become deliveries', 'Changes and cancellations followed', 'An order never arrives twice'],
      },
      {
        icon: <MapPinned />,
        title: 'Delivery Features',
        points: [
          'Time windows and delivery slots',
          'Routes from each of your locations',
          'Photo or signature at the door',
        ],
      },
      {
        icon: <MessageSquareText />,
        title: 'Customer Experience',
        points: ['Orders marked as fulfilled', 'A tracking link with a live map', 'SMS and email before arrival'],
      },
    ],
  },
  guide: {
    title: 'Three steps to the first delivery',
    lead: 'You approve once, in your own Shopify admin.',
    steps: [
      {
        title: 'Connect Store',
        text: 'Enter the name of your shop. Shopify shows what Karta asks for; you allow it there.',
      },
      {
        title: 'Choose Deliveries',
        text: 'Say which shipping methods you deliver yourself, and from which locations.',
      },
      { title: 'Go Live', text: 'Test with an order of your own, then let the next ones come by themselves.' },
    ],
  },
  requirements: [
    'A Shopify store with its myshopify.com name',
    'Leave to install apps in that store',
    'A business account',
    'Local delivery or shipping rates set up',
  ],
  exchange: {
    reads: [
      'Orders and what of them is to be delivered',
      'The delivery address and how to reach the recipient',
      'Your locations',
    ],
    writes: ['Fulfillment: on its way, delivered', 'The tracking link for the customer'],
  },
  questions: [
    {
      question: 'What may Karta do in my store?',
      answer:
        'Read orders and locations, read and write the fulfillments that you handle yourself. It cannot see payments, change products or prices, or act on orders that another service ships.',
    },
    {
      question: 'Which name of my shop do I enter?',
      answer:
        'The one that ends in .myshopify.com, even if customers know another. You find it in the address of your Shopify admin.',
    },
    {
      question: 'How do I end the connection?',
      answer:
        'Press Disconnect in Karta, which forgets the shop and its keys, and remove Karta under Settings, Apps in Shopify. Deliveries already made stay in your records.',
    },
  ],
}

/** Orders of a Shopify store as deliveries. */
export default function Shopify() {
  return <IntegrationPage content={content} />
}
