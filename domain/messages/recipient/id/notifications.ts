import type { Catalog } from '../../format-message.ts'
import type { RecipientNotificationText } from '../en/notifications.ts'

export const notifications: Catalog<RecipientNotificationText> = {
  greeting: 'Halo {{recipient}},',
  'planned.head': 'Kiriman Anda tiba {{day}}',
  'planned.text': 'Kiriman {{number}} dijadwalkan {{day}}, {{window}}.',
  'slot_changed.head': 'Waktu baru untuk kiriman Anda',
  'slot_changed.text': 'Kiriman {{number}} sekarang dijadwalkan {{day}}, {{window}}.',
  'on_the_way.head': 'Kiriman Anda sedang di jalan',
  'on_the_way.text': 'Kiriman {{number}} sedang di jalan, perkiraan tiba {{window}}.',
  'near.head': 'Hampir sampai',
  'near.text': 'Kiriman {{number}} hampir sampai, perkiraan tiba {{window}}.',
  'delayed.head': 'Kiriman Anda terlambat',
  'delayed.text': 'Kiriman {{number}} terlambat. Perkiraan tiba sekarang {{window}}.',
  'arrived.head': 'Kurir sudah tiba',
  'arrived.text': 'Kurir sudah di depan pintu dengan kiriman {{number}}.',
  'delivered.head': 'Sudah diterima',
  'delivered.text': 'Kiriman {{number}} sudah diterima. Lihat buktinya:',
  'failed.head': 'Kiriman belum berhasil',
  'failed.text': 'Kiriman {{number}} belum berhasil: {{reason}}. Lihat langkah berikutnya:',
  open: 'Lacak kiriman',
  unsubscribe: 'Jangan kirimi saya email',
}
