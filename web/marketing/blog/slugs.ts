// Listed by hand because routes.ts needs them to make the pages. slugs.test.ts compares both lists with the folders.

export const articleSlugs = [
  'address-quality-and-geocoding',
  'backup-and-restore-for-self-hosters',
  'choosing-vehicles-and-capacity',
  'cold-chain-in-the-last-mile',
  'cost-of-a-failed-delivery',
  'driver-onboarding-one-hand-free',
  'honest-etas-as-ranges',
  'nearest-stop-first',
  'proof-of-delivery-that-holds-up',
  'ramadan-and-peak-season-in-jakarta',
  'reading-a-late-delivery-report',
  'sms-recipients-read',
  'time-windows-you-can-keep',
] as const

export const caseStudySlugs = ['green-grocery-fleet', 'homeware-retailer', 'regional-logistics-network'] as const
