// Passes its arguments to the runner: --stops, --seconds, --cpu.
await import('#solver/bench/compact.ts')
