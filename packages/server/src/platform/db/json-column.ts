import type { ColumnType } from 'kysely'

/** JSON column: read as a value, written as JSON text (arrays would otherwise become SQL arrays). */
export type Json<T = unknown> = ColumnType<T, string, string>
