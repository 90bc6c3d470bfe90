/** The values that articles and case studies can use for `picture`. */
export const illustrationNames = [
  'nearest-stop-first',
  'time-windows-you-can-keep',
  'cost-of-a-failed-delivery',
  'proof-of-delivery-that-holds-up',
  'honest-etas-as-ranges',
  'sms-recipients-read',
  'cold-chain-in-the-last-mile',
  'address-quality-and-geocoding',
  'reading-a-late-delivery-report',
  'driver-onboarding-one-hand-free',
  'choosing-vehicles-and-capacity',
  'ramadan-and-peak-season-in-jakarta',
  'backup-and-restore-for-self-hosters',
  'homeware-retailer',
  'regional-logistics-network',
  'green-grocery-fleet',
] as const
export type IllustrationName = (typeof illustrationNames)[number]
