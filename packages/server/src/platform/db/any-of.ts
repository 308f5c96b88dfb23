import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * Compares a column with the rows that a subquery with a limit selects: `where('id', '=', (eb) =>
 * anyOf(eb.selectFrom(…)))`.
 *
 * PostgreSQL builds the array once. With `in`, a plan may run the subquery again for each row. A subquery that skips
 * rows which the statement has already updated then selects other rows each time, so the statement ignores the limit
 * and updates every row.
 */
export const anyOf = <Row>(selected: Expression<Row>): RawBuilder<Row[keyof Row]> => sql`any (array(${selected}))`
