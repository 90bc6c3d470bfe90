/** The largest `POST /v1/optimize` body: enough for durations, distances and costs between 1,000 places. */
export const optimizeBodyBytes = 32 * 1024 * 1024

/** How long an operation can be read after it ends. */
export const operationKeptHours = 24
