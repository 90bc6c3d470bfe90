/* Logarithms, powers and sines from additions, multiplications, divisions and square roots. IEEE 754 defines those to the last bit, but leaves Math.log, Math.exp and Math.sin to each engine. So the same seed gives the same plan on every platform. */

const ln2 = 0.6931471805599453
const pi = 3.141592653589793

/** Natural logarithm of a positive number. */
export function logarithm(x: number): number {
  let exponent = 0
  while (x > 1.5) {
    x /= 2
    exponent++
  }
  while (x < 0.75) {
    x *= 2
    exponent--
  }
  // ln x = 2 artanh((x-1)/(x+1)); the argument is at most 1/5 here
  const t = (x - 1) / (x + 1)
  let power = t
  let sum = 0
  for (let k = 1; k < 30; k += 2) {
    sum += power / k
    power *= t * t
  }
  return 2 * sum + exponent * ln2
}

/** e to the power of x. */
export function exponential(x: number): number {
  let halvings = 0
  while (x > 0.5 || x < -0.5) {
    x /= 2
    halvings++
  }
  let term = 1
  let sum = 1
  for (let k = 1; k < 16; k++) {
    term *= x / k
    sum += term
  }
  for (; halvings > 0; halvings--) sum *= sum
  return sum
}

/** Sine of an angle between -π and π. */
export function sine(x: number): number {
  if (x > pi / 2) x = pi - x
  if (x < -pi / 2) x = -pi - x
  let term = x
  let sum = x
  for (let k = 2; k < 24; k += 2) {
    term *= (-x * x) / (k * (k + 1))
    sum += term
  }
  return sum
}

/** Of a number's size, at most. */
const halfLastBit = 2 ** -54

/** Arcsine of a number between 0 and 1. */
export function arcsine(x: number): number {
  let doublings = 0
  // Halve the angle until the series converges quickly.
  while (x > 0.1) {
    x /= Math.sqrt(2 * (1 + Math.sqrt(Math.max(0, 1 - x * x))))
    doublings++
  }
  const square = x * x
  let sum = x
  // The first two terms without a division: a half and a quarter are exact, and most distances need no more.
  let power = x * (square * 0.5)
  // Less than half of the sum's last bit would not change it, nor would the terms after it.
  if (power >= sum * halfLastBit) {
    sum += power / 3
    power *= square * 3 * 0.25
    for (let k = 2; k < 9 && power >= sum * halfLastBit; k++) {
      sum += power / (2 * k + 1)
      power *= (square * (2 * k + 1)) / (2 * k + 2)
    }
  }
  for (; doublings > 0; doublings--) sum *= 2
  return sum
}
