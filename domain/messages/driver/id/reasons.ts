import type { Catalog } from '../../format-message.ts'
import type { reasons as english } from '../en/reasons.ts'

export const reasons: Catalog<keyof typeof english> = {
  'reason.not_home': 'Tidak ada orang',
  'reason.refused': 'Ditolak',
  'reason.closed': 'Tutup',
  'reason.no_access': 'Tidak bisa masuk',
  'reason.address_not_found': 'Alamat tidak ditemukan',
  'reason.wrong_address': 'Alamat salah',
  'reason.no_parking': 'Tidak ada parkir',
  'reason.damaged': 'Rusak',
  'reason.missing_goods': 'Barang tidak ada',
  'reason.not_ready': 'Belum siap',
  'reason.missing_proof': 'Tidak ada bukti',
  'reason.not_paid': 'Tidak dibayar',
  'reason.out_of_time': 'Kehabisan waktu',
  'reason.breakdown': 'Kendaraan mogok',
  'reason.other': 'Lainnya',
}
