import { MeterBar } from '../../parts/meter-bar.tsx'
import { lowFuel, type SampleVehicle } from './sample-vehicles.ts'

/** How full the tank is, as text and, where a row has room for it, as a bar. */
export function FuelLevel({ vehicle }: { vehicle: SampleVehicle }) {
  return (
    <span className="inline-flex items-center gap-2.5">
      <span className="w-9 text-right tabular-nums">{vehicle.fuel}%</span>
      <MeterBar
        label={`Fuel level of ${vehicle.id}`}
        value={vehicle.fuel}
        low={lowFuel}
        className="w-20 md:max-lg:hidden"
      />
    </span>
  )
}
