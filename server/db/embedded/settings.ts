export type Address = { host: string; port: number }

/**
 * PostgreSQL's settings: for one machine with little memory, without ever risking a commit. They are passed on the command
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
    // There is no replication, so the write-ahead log is shorter and fewer processes run.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),

    shared_buffers: '64MB',
    // A large import fills the log faster than it is flushed. With less room, its statements would write it themselves.
    wal_buffers: '16MB',
    // What is in it goes to the disk while the transaction goes on, so that its commit has less to wait for.
    wal_writer_delay: '20ms',
    huge_pages: 'off',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    effective_cache_size: '256MB',
    // Read in the backend itself, which saves three processes.
    io_method: 'sync',
    max_worker_processes: '4',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
    autovacuum_max_workers: '2',
    autovacuum_worker_slots: '4',
    // A first import fills empty tables. Until they are analyzed, every query plan is a guess.
    autovacuum_naptime: '5s',
    jit: 'off',
    random_page_cost: '1.1',

    timezone: 'UTC',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_checkpoints: 'off',
    log_min_duration_statement: '2s',
    // Statements and error details contain personal data, which must not be logged.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_parameter_max_length: '0',
  }
}

/** For databases of tests, which nobody keeps: the machine's disk is not waited for. Several servers use one. */
export const carelessSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
}
