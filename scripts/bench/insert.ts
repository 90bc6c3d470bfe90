// Passes its arguments to the runner: --stops, --inserts, --seed, --cpu.
await import('#solver/bench/insert.ts')
