import { Counter, Histogram, Registry } from 'prom-client'

const short = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]
const long = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 30, 60, 120, 300, 900, 3600]

export type Meters = ReturnType<typeof openMeters>

/** What the parts of the server count as it happens. Labels have few values: never a workspace, a person or an address. */
export function openMeters() {
  const registry = new Registry()
  const registers = [registry]
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Counter<L>({ name, help, labelNames, registers })
  const histogram = <L extends string>(name: string, help: string, buckets: number[], ...labelNames: L[]) =>
    new Histogram<L>({ name, help, buckets, labelNames, registers })
  return {
    registry,
    connectionWaits: histogram(
      'karta_database_wait_seconds',
      'How long work waited for a connection to the database',
      short,
    ),
    statements: histogram(
      'karta_statement_duration_seconds',
      'Time of a statement in the database',
      short,
      'operation',
    ),
    statementSeconds: counter('karta_statement_seconds_total', 'Time of all statements of a name', 'statement'),
    statementCount: counter('karta_statements_total', 'Statements by name', 'statement'),
    slowStatements: counter('karta_slow_statements_total', 'Statements beyond SLOW_STATEMENT_MS by name', 'statement'),
    tasks: histogram(
      'karta_task_duration_seconds',
      'Time of one attempt at a background task',
      long,
      'task',
      'outcome',
    ),
    taskWaits: histogram('karta_task_wait_seconds', 'How long a task waited after it was due', long, 'task'),
    searches: histogram('karta_search_duration_seconds', 'Time of one attempt at a search', long, 'kind', 'outcome'),
    searchWaits: histogram('karta_search_wait_seconds', 'How long a search waited for its first turn', long, 'kind'),
    slowSearches: counter(
      'karta_slow_searches_total',
      'Searches that waited or took much longer than their limit',
      'kind',
    ),
    calls: histogram(
      'karta_outside_call_duration_seconds',
      'Time of a call of another service',
      short,
      'service',
      'outcome',
    ),
    messages: counter('karta_messages_sent_total', 'Messages that a provider has taken, by channel', 'channel'),
    positions: counter('karta_positions_total', 'Positions of drivers that were taken', 'source'),
    spans: counter('karta_trace_spans_total', 'Spans that the collector took, and those it did not', 'outcome'),
  }
}
