// The arguments go on to the runner as they are: --stops, --inserts, --seed, --cpu.
await import('#solver/bench/insert.ts')
