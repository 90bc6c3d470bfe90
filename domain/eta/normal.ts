/** The density of the standard normal distribution. */
export const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)

/** Its distribution function, to within 1e-7 (Abramowitz and Stegun, Handbook of Mathematical Functions, 26.2.17). */
export function below(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    density(x) * t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** Below -z there are 10 %, above z there are 10 %. */
export const z90 = 1.2815515594
