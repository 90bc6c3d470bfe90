export { readCsvLines, readJsonLines } from '../../scripts/audit-file.ts'
