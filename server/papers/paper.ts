/** A cell: text, in parts that may stand out. A plain string is one part. */
export type Cell = string | CellPart[]
export type CellPart = { text: string; isBold?: boolean; isSmall?: boolean; isStruck?: boolean }

export type Column = { title: string; /** Of the paper's width, all together 1. */ share: number; align?: 'right' }

/** What is above a table: in small print, as a title, and in a line below. */
export type Head = { left: string; right: string; title: string; beside: string; facts: string }

/** One part of a printed list, which begins on a page of its own. */
export type Sheet = {
  head: Head
  columns: Column[]
  rows: { cells: Cell[]; /** Room to write by hand, in points. */ minHeight?: number }[]
  /** Said if there are no rows. */
  empty: string
}

/** A list on paper: one sheet a driver, or one for all deliveries. */
export type ListPaper = { kind: 'list'; title: string; isWide: boolean; sheets: Sheet[] }

/** What is on one parcel. */
export type Label = {
  /** Who sends it, and from where. */
  sender: string
  /** The first line stands out. */
  to: string[]
  /** On which route it travels: `Stop 12 · Budi`, and where it is in the van. */
  route: string
  place: string
  /** Day and window. */
  when: string
  /** Which of how many parcels, and what it weighs: `1 of 3 · 2.5 kg`. */
  parcel: string
  /** What the driver has to mind, each in a box of its own. */
  needs: string[]
  /** What a scanner reads, and what is written under it. */
  code: string
  reference: string
}

export const labelSizes = ['a6', '4x6', 'a4'] as const
export type LabelSize = (typeof labelSizes)[number]

/** Labels: one a page, or four on a page of A4. */
export type LabelPaper = { kind: 'labels'; title: string; size: LabelSize; labels: Label[] }

/** A signature as lines of points, each x and y from 0 to 1,000, and who signed. */
export type DrawnSignature = { name: string; caption: string; strokes: number[][][] }

/** A photo with what is said under it. Without an image, only that. */
export type DrawnPhoto = { caption: string; image: Uint8Array | null }

/** Whose paper it is, for its recipient. */
export type PaperLook = { name: string; logo: Uint8Array | null; accent: string | null; contact: string | null }

/** A delivery note: who and what, and the proofs that it was delivered. */
export type NotePaper = {
  title: string
  look: PaperLook
  head: Head
  boxes: { title: string; lines: string[] }[]
  tables: { title: string; columns: Column[]; rows: Cell[][] }[]
  signatures: DrawnSignature[]
  photos: DrawnPhoto[]
  /** How its history is proved. */
  foot: string
}

/** Delivery notes one after the other. */
export type NotesPaper = { kind: 'notes'; title: string; notes: NotePaper[] }

/** Bars from zero up, each with its name and what is written above it. */
export type PaperChart = { label: string; bars: { name: string; value: number | null; text: string }[] }

/** Figures on paper: a chart, and a table with its total. */
export type ReportPaper = {
  kind: 'report'
  title: string
  isWide: boolean
  head: Head
  chart: PaperChart | null
  columns: Column[]
  rows: Cell[][]
  total: Cell[]
  /** Said below the table. */
  notes: string[]
  /** Said if there are no rows. */
  empty: string
}

export type Paper = ListPaper | LabelPaper | NotesPaper | ReportPaper
