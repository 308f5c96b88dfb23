import { bare, statementsOf } from './contracting-statements.ts'

const table = /(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w".]+)/u.source
const pattern = (text: string): RegExp => new RegExp(text.replace('TABLE', table), 'iu')

/** Statements that make writes to an existing table wait while PostgreSQL reads or writes every row of it. */
const locking: readonly (readonly [RegExp, string])[] = [
  [
    pattern(
      '^create\\s+(?:unique\\s+)?index\\b(?!\\s+concurrently\\b)(?:\\s+if\\s+not\\s+exists)?(?:\\s+(?!on\\b)[\\w"]+)?\\s+on\\s+TABLE',
    ),
    'indexes an existing table, and its writes wait; write `-- brief lock: <why>` above it when the table is small',
  ],
  [
    pattern(
      '^alter\\s+table\\s+TABLE[\\s\\S]*\\badd\\s+(?:constraint\\s+[\\w"]+\\s+)?(?:unique|primary\\s+key|exclude)\\b(?!\\s+using\\s+index)',
    ),
    'indexes an existing table, and its writes wait; write `-- brief lock: <why>` above it when the table is small',
  ],
  [
    pattern(
      '^alter\\s+table\\s+TABLE(?![\\s\\S]*\\bnot\\s+valid\\b)[\\s\\S]*\\badd\\s+(?:constraint\\s+[\\w"]+\\s+)?(?:check|foreign\\s+key)\\b',
    ),
    'checks every row of a table; add the constraint `not valid` and validate it in a later migration',
  ],
  [
    pattern('^(?:with\\b[\\s\\S]*?\\b)?(?:update|delete\\s+from)\\s+TABLE'),
    'writes many rows in one transaction; let a job write them in batches',
  ],
  [pattern('^(do)\\b'), 'runs a block that this check cannot read; write its statements one after another'],
]

/** The reason that the lock of the statement is brief, written above it. Only an index has no form that locks nothing. */
const marked = /^-- brief lock: \S.+$/mu

/** A constraint that the same transaction adds: its exclusive lock stays until every row is checked. */
const validated = pattern('^alter\\s+table\\s+TABLE\\s+validate\\s+constraint\\s+([\\w"]+)')

/**
 * Finds statements of a migration that keep members from writing while PostgreSQL goes through a whole table. Tables that the
 * same migration creates are empty and may be treated in any way.
 *
 * @returns `<table> <what it does; what to do instead>` for each.
 */
export function findLockingStatements(sql: string): readonly string[] {
  const statements = statementsOf(sql).map((statement) => ({ text: bare(statement), isBrief: marked.test(statement) }))
  const created = statements.map(({ text }) => pattern('^create\\s+(?:unlogged\\s+)?table\\s+TABLE').exec(text)?.[1])
  const added = statements.flatMap(({ text }) =>
    [...text.matchAll(/\badd\s+constraint\s+([\w"]+)/giu)].map(([, name]) => name),
  )
  return statements.flatMap(({ text, isBrief }) => {
    const [, validatedTable, constraint] = validated.exec(text) ?? []
    if (constraint !== undefined && added.includes(constraint))
      return [`${validatedTable} validates a constraint under the lock that adds it; validate it in a later migration`]
    for (const [statement, fault] of locking) {
      const name = statement.exec(text)?.[1]
      if (name === undefined || created.includes(name)) continue
      if (!(isBrief && fault.startsWith('indexes'))) return [`${name} ${fault}`]
    }
    return []
  })
}
