import { MapPinned, MessageSquareText, ShoppingBag } from 'lucide-react'
import { ShopScene } from '../../scenes/shop-scene.tsx'
import type { IntegrationContent } from '../integration-page.tsx'

export const content: IntegrationContent = {
  platform: {
    id: 'shopify',
    name: 'Shopify',
    address: { label: 'Shop name', placeholder: 'my-shop.myshopify.com' },
  },
  lead: 'Paid in the morning, on a route by noon. Plan and prove your Shopify store’s local deliveries.',
  scene: <ShopScene address="my-shop.myshopify.com" orders={['#1042', '#1043', '#1044']} tone="success" />,
  features: {
    title: 'Local delivery, without the spreadsheet',
    lead: 'Shopify already knows everything Karta needs to deliver an order.',
    list: [
      {
        icon: <ShoppingBag />,
        title: 'Order Sync',
        opens: 'integrations',
        points: ['Paid orders become deliveries', 'Changes and cancellations synced', 'No duplicate orders'],
      },
      {
        icon: <MapPinned />,
        title: 'Delivery Features',
        opens: 'slots',
        points: [
          'Time windows and delivery slots',
          'Routes from each of your locations',
          'Photo or signature at the door',
        ],
      },
      {
        icon: <MessageSquareText />,
        title: 'Customer Experience',
        opens: 'messages',
        points: ['Orders marked as fulfilled', 'A tracking link with a live map', 'SMS and email before arrival'],
      },
    ],
  },
  guide: {
    title: 'Three steps to your first delivery',
    lead: 'Approve once, in your own Shopify admin.',
    steps: [
      {
        title: 'Connect Store',
        text: 'Enter your shop name. Shopify shows what Karta asks for, and you approve it there.',
      },
      {
        title: 'Choose Deliveries',
        text: 'Pick the shipping methods you deliver yourself, and the locations you deliver from.',
      },
      { title: 'Go Live', text: 'Test with an order of your own. After that, orders come in automatically.' },
    ],
  },
  requirements: [
    'A Shopify store with its myshopify.com name',
    'Permission to install apps in that store',
    'A business account',
    'Local delivery or shipping rates set up',
  ],
  exchange: {
    reads: ['Orders and the items to deliver', 'Delivery address and recipient’s contact details', 'Your locations'],
    writes: ['Fulfillment: on its way, delivered', 'Tracking link for the customer'],
  },
  questions: [
    {
      question: 'What can Karta do in my store?',
      answer:
        'It can read orders and locations, and read and write the fulfillments you handle yourself. If you allow it and your Shopify plan has it, it also offers your delivery slots at the checkout. It can’t see cards, change products or prices, or act on orders that another service ships.',
    },
    {
      question: 'Which shop name do I enter?',
      answer:
        'The one that ends in .myshopify.com, even if your customers know a different one. It’s in the URL of your Shopify admin.',
    },
    {
      question: 'How do I disconnect?',
      answer:
        'Press Disconnect in Karta, which then forgets the shop and its keys. In Shopify, remove Karta under Settings > Apps. Deliveries you have made stay in your records.',
    },
  ],
}
