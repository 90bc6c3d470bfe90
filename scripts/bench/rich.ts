// The arguments go on to the runner as they are: --stops, --seconds, --cpu.
await import('#solver/bench/rich.ts')
