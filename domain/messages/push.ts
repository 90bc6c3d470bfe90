import type { MessageLanguage } from './languages.ts'

/** What notifications say to drivers: nothing of recipients, because anybody can see a locked phone. */
export type PushText = 'route_ready' | 'route_changed' | 'message' | 'test'

export const pushTexts: Record<MessageLanguage, Record<PushText, string>> = {
  en: {
    route_ready: 'Your route is ready.',
    route_changed: 'Your route changed.',
    message: 'You have a new message.',
    test: 'Notifications arrive on this phone.',
  },
  id: {
    route_ready: 'Rute Anda sudah siap.',
    route_changed: 'Rute Anda berubah.',
    message: 'Ada pesan baru untuk Anda.',
    test: 'Notifikasi masuk ke ponsel ini.',
  },
  ar: {
    route_ready: 'مسارك جاهز.',
    route_changed: 'تغيّر مسارك.',
    message: 'لديك رسالة جديدة.',
    test: 'تصل الإشعارات إلى هذا الهاتف.',
  },
}
