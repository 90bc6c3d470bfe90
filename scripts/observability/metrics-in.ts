const words = new Set(['and', 'or', 'unless', 'offset', 'bool', 'inf', 'nan', 'atan2', 'start', 'end'])
const groupings = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^()]*\)/g

/** The metrics that an expression of PromQL asks for, or a variable of Grafana. */
export function metricsIn(expr: string): string[] {
  const plain = expr
    .replaceAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '""')
    .replaceAll(/\{[^{}]*\}|\[[^[\]]*\]/g, ' ')
    .replaceAll(groupings, ' ')
    // The label that `label_values` lists.
    .replaceAll(/,\s*\w+\s*\)$/g, ')')
    .replaceAll(/\b\d[\w.]*/g, ' ')
  const names = [...plain.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)].map(([name]) => name)
  const functions = new Set([...plain.matchAll(/([a-zA-Z_:][\w:]*)\s*\(/g)].map(([, name]) => name))
  const isMetric = (name: string) => !words.has(name.toLowerCase()) && !functions.has(name) && !aggregations.has(name)
  return [...new Set(names.filter(isMetric))]
}

const aggregations = new Set(['sum', 'min', 'max', 'avg', 'count', 'topk', 'bottomk', 'quantile', 'stddev'])
