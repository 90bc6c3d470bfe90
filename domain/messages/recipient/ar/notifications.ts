import type { Catalog } from '../../format-message.ts'
import type { RecipientNotificationText } from '../en/notifications.ts'

export const notifications: Catalog<RecipientNotificationText> = {
  greeting: 'مرحبًا {{recipient}}،',
  'planned.head': 'شحنتك تصل {{day}}',
  'planned.text': 'شحنتك {{number}} مقررة {{day}}، {{window}}.',
  'slot_changed.head': 'موعد جديد لشحنتك',
  'slot_changed.text': 'شحنتك {{number}} تصل الآن {{day}}، {{window}}.',
  'on_the_way.head': 'شحنتك في الطريق',
  'on_the_way.text': 'شحنتك {{number}} في الطريق، ويُتوقع وصولها {{window}}.',
  'near.head': 'اقتربت شحنتك',
  'near.text': 'شحنتك {{number}} قريبة، ويُتوقع وصولها {{window}}.',
  'delayed.head': 'شحنتك متأخرة',
  'delayed.text': 'شحنتك {{number}} متأخرة، ويُتوقع وصولها الآن {{window}}.',
  'arrived.head': 'وصل السائق',
  'arrived.text': 'السائق عند الباب ومعه الشحنة {{number}}.',
  'delivered.head': 'تم التسليم',
  'delivered.text': 'تم تسليم الشحنة {{number}}. شاهد الإثبات:',
  'failed.head': 'تعذر التسليم',
  'failed.text': 'تعذر تسليم الشحنة {{number}}: {{reason}}. اعرف الخطوة التالية:',
  open: 'تتبع شحنتك',
  unsubscribe: 'لا ترسلوا إليّ رسائل بريد',
}
