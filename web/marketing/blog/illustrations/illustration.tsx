import type { ReactNode } from 'react'
import type { IllustrationName } from './names.ts'
import { Backup, ColdChain, GreenFleet, LateReport, Ramadan, Vehicles } from './scenes-depot.tsx'
import { DriverOnboarding, FailedDelivery, HomewareRetailer, ProofOfDelivery, SmsTexts } from './scenes-doorstep.tsx'
import { AddressQuality, HonestEtas, NearestStopFirst, RegionalNetwork, TimeWindows } from './scenes-planning.tsx'

const drawings: Record<IllustrationName, () => ReactNode> = {
  'nearest-stop-first': NearestStopFirst,
  'time-windows-you-can-keep': TimeWindows,
  'cost-of-a-failed-delivery': FailedDelivery,
  'proof-of-delivery-that-holds-up': ProofOfDelivery,
  'honest-etas-as-ranges': HonestEtas,
  'sms-recipients-read': SmsTexts,
  'cold-chain-in-the-last-mile': ColdChain,
  'address-quality-and-geocoding': AddressQuality,
  'reading-a-late-delivery-report': LateReport,
  'driver-onboarding-one-hand-free': DriverOnboarding,
  'choosing-vehicles-and-capacity': Vehicles,
  'ramadan-and-peak-season-in-jakarta': Ramadan,
  'backup-and-restore-for-self-hosters': Backup,
  'homeware-retailer': HomewareRetailer,
  'regional-logistics-network': RegionalNetwork,
  'green-grocery-fleet': GreenFleet,
}

export function Illustration({ name }: { name: IllustrationName }) {
  const Drawing = drawings[name]
  return <Drawing />
}
