import { MeterBar } from '../../parts/meter-bar.tsx'
import { lowFuel, type SampleVehicle } from './sample-vehicles.ts'

/** The fuel level as text, plus a bar where the row has room. */
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
