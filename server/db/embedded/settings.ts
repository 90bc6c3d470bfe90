export type Address = { host: string; port: number }

/**
 * PostgreSQL's settings: for one machine with little memory, and never trading away a commit. They go on the command
 * line, so that nothing has to be written into a folder that another account owns.
 */
export function settings(address: Address): Record<string, string> {
  const onSocket = address.host.startsWith('/')
  return {
    listen_addresses: onSocket ? '' : address.host,
    port: String(address.port),
    unix_socket_directories: onSocket ? address.host : '',
    unix_socket_permissions: '0700',
    max_connections: '40',

    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Nothing replicates from here, which makes the write-ahead log shorter and spares processes.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),

    shared_buffers: '64MB',
    huge_pages: 'off',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '256MB',
    // Reads in the backend itself instead of three more processes.
    io_method: 'sync',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '4',
    // A first import fills empty tables: until they are analyzed, every plan is a guess.
    autovacuum_naptime: '5s',
    jit: 'off',
    random_page_cost: '1.1',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2s',
    // Statements and the details of errors carry personal data; the log must not.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
  }
}
