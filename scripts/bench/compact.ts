// Passes its arguments to the runner: --stops, --seconds, --cities, --fixed.
await import('#solver/bench/compact.ts')
