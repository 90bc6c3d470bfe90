/** Why a workbook cannot be read, in a sentence for the person who chose it. */
export class WorkbookProblem extends Error {}
