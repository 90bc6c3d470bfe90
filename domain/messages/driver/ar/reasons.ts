import type { Catalog } from '../../format-message.ts'
import type { reasons as english } from '../en/reasons.ts'

export const reasons: Catalog<keyof typeof english> = {
  'reason.not_home': 'لا أحد هناك',
  'reason.refused': 'رُفض',
  'reason.closed': 'مغلق',
  'reason.no_access': 'لا يمكن الدخول',
  'reason.address_not_found': 'لم يُعثر على العنوان',
  'reason.wrong_address': 'العنوان خاطئ',
  'reason.no_parking': 'لا موقف',
  'reason.damaged': 'تالف',
  'reason.missing_goods': 'البضاعة مفقودة',
  'reason.not_ready': 'غير جاهز',
  'reason.missing_proof': 'لا إثبات',
  'reason.not_paid': 'لم يُدفع',
  'reason.out_of_time': 'نفد الوقت',
  'reason.breakdown': 'تعطلت المركبة',
  'reason.other': 'سبب آخر',
}
