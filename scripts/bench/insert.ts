// The arguments go on to the runner as they are: --stops, --inserts, --seed.
await import('#solver/bench/insert.ts')
