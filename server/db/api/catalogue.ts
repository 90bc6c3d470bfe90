import type { Action } from '#domain/permissions.ts'

/** A column of a view. */
export type Column = {
  name: string
  /** As PostgreSQL writes it, such as `timestamp with time zone`; safe to put into a statement. */
  type: string
  /** As the catalog names it, such as `timestamptz`, and `_text` for an array. */
  typeName: string
  /** Whether the table may hold null there. Computed columns may. */
  isNullable: boolean
  /** Whether the table has a value for it when none is given. */
  hasDefault: boolean
  /** Whether it is shown as the table has it, and not computed. */
  isPlain: boolean
}

export type Relation = {
  name: string
  description: string | null
  columns: Map<string, Column>
  primaryKey: string[]
  /** What the caller's role must allow: one of these. */
  may: readonly Action[]
}

export type Cardinality = 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'

/** How one view leads to another. Each foreign key is two of them, one in each direction. */
export type Relationship = {
  from: string
  to: string
  cardinality: Cardinality
  /** The name of the foreign key. */
  constraint: string
  /** Columns of `from` and the columns of `to` that they equal; for many-to-many, those of the table between. */
  columns: [from: string, to: string][]
  /** The table between, and how it leads on to `to`. */
  through?: { relation: string; constraint: string; columns: [from: string, to: string][] }
}

export type Parameter = { name: string; type: string; typeName: string; hasDefault: boolean; isVariadic: boolean }

export type ApiFunction = {
  name: string
  description: string | null
  may: readonly Action[]
  parameters: Parameter[]
  returns: {
    type: string
    isSet: boolean
    isVoid: boolean
    /** The columns of its rows; undefined for a scalar. */
    columns: Map<string, Column> | undefined
    /** The view whose rows it returns, so that what belongs to them can be embedded. */
    relation: string | undefined
  }
  volatility: 'immutable' | 'stable' | 'volatile'
}

/** Everything that `/rest/v1` can be asked for. Whatever is not in here cannot reach a statement. */
export type Catalogue = {
  relations: Map<string, Relation>
  relationships: Relationship[]
  /** Several functions may have one name. */
  functions: Map<string, ApiFunction[]>
}
