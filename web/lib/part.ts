import { formatNumber } from './format.ts'

/** One thing that a person reads and decides as a whole: a field, or fields that only make sense together. */
export type Part<Values> = { label: string; fields: (keyof Values)[]; show: (values: Values) => string }

type Of<Values, Type> = { [Field in keyof Values]: Values[Field] extends Type ? Field : never }[keyof Values]

/** The parts of a form's values. An empty value is an empty text. */
export function partsOf<Values>() {
  const one = <Type>(label: string, field: Of<Values, Type>, write: (value: Type) => string): Part<Values> => ({
    label,
    fields: [field],
    show: (values) => write(values[field] as Type),
  })
  return {
    one,
    text: (label: string, field: Of<Values, string>) => one<string>(label, field, (value) => value),
    number: (label: string, field: Of<Values, number>, write: (value: number) => string = formatNumber) =>
      one<number>(label, field, (value) => (Number.isNaN(value) ? '' : write(value))),
    switch: (label: string, field: Of<Values, boolean>) =>
      one<boolean>(label, field, (value) => (value ? 'On' : 'Off')),
    place: (label: string, field: Of<Values, { lat: number; lng: number }>) =>
      one<{ lat: number; lng: number }>(label, field, placeWords),
  }
}

/** A position with five decimals, which is about a meter. Empty if there is none. */
export function placeWords({ lat, lng }: { lat: number; lng: number }): string {
  return Number.isNaN(lat) || Number.isNaN(lng) ? '' : `${lat.toFixed(5)}, ${lng.toFixed(5)}`
}
