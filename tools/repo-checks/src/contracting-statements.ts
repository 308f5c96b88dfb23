/**
 * Statements that could break a process of the former version while both versions run on one schema: statements that it contradicts, and
 * those that lock a table until every row is written again.
 */
const contracting: readonly (readonly [RegExp, string])[] = [
  [/\brename\b/iu, 'renames something; add the new name beside it and drop the former one a release later'],
  [
    /\bdrop\s+(?:table|view|schema|type|function|sequence|trigger|column|default)\b/iu,
    'drops something; stop using it in this release and drop it in the next one',
  ],
  [
    /\balter\s+table\b[\s\S]*\bdrop\s+(?!constraint\b|not\s+null\b)["a-z_]/iu,
    'drops something; stop using it in this release and drop it in the next one',
  ],
  [
    /\balter\s+(?:column\s+)?["\w]+\s+(?:set\s+data\s+)?type\b/iu,
    'changes the type of a column; add a column of the new type beside it',
  ],
  [
    /\bset\s+not\s+null\b/iu,
    'makes a column mandatory; add `check (… is not null) not valid` in this release and validate it in the next one',
  ],
  [
    /^alter\s+table\b[\s\S]*\bset\s+(?:(?:un)?logged|tablespace|access\s+method)\b/iu,
    'writes a whole table again; run it by hand in a maintenance window',
  ],
  // Each row gets a value of its own. PostgreSQL computes stable defaults, such as `now()`, once for all rows.
  [
    /^alter\s+table\b[\s\S]*\badd\b[\s\S]*\b(?:generated\b|default\s+(?:gen_random_uuid|uuidv\d|random|clock_timestamp|nextval)\s*\()/iu,
    'writes a whole table again; add the column without a default and let a job write its values',
  ],
  [/^(?:cluster|vacuum\s+(?:\(\s*)?full)\b/iu, 'writes a whole table again; run it by hand in a maintenance window'],
  [/^truncate\b/iu, 'empties a table; let a job delete its rows in batches'],
  [/^revoke\b/iu, 'takes a right away; do so in the next release'],
]

/** A release that no longer runs beside the former one, written above the statement. */
const marked = /^-- contract: \d+\.\d+(?:\.\d+)?$/mu

/** The statements of a migration with the comments above them; a body between `$$` is one piece. */
export function statementsOf(sql: string): readonly string[] {
  const statements: string[] = []
  let current = ''
  for (const piece of sql.match(/--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^;'$-]+|[-$']/gu) ?? []) {
    if (piece !== ';') current += piece
    else {
      statements.push(current.trim())
      current = ''
    }
  }
  return current.trim() === '' ? statements : [...statements, current.trim()]
}

/** Comments, texts and function bodies say nothing of what a statement does to the schema. */
export const bare = (statement: string): string =>
  statement
    .replaceAll(/--[^\n]*/gu, '')
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/gu, "''")
    .replaceAll(/'(?:[^']|'')*'/gu, "''")
    .trim()

/**
 * Finds statements that break processes of the former version: an upgrade first expands the schema, and a later release
 * contracts it.
 *
 * @returns a sentence for each; none for those below `-- contract: <release>`.
 */
export function findContractingStatements(sql: string): readonly string[] {
  return statementsOf(sql).flatMap((statement) => {
    if (marked.test(statement)) return []
    const text = bare(statement)
    const found = contracting.find(([pattern]) => pattern.test(text))
    if (found !== undefined) return [`${found[1]}: ${text.slice(0, 120)}`]
    return mandatoryColumns(text).map(
      (column) => `adds a mandatory column without a default; give it a constant default: ${column}`,
    )
  })
}

/** Columns added to a table that a former version inserts into without them. */
function mandatoryColumns(text: string): readonly string[] {
  if (!/^alter\s+table\b/iu.test(text)) return []
  return text
    .split(/\badd\s+(?:column\s+)?(?=(?!constraint|check|unique|primary|foreign|exclude)["a-z_])/iu)
    .slice(1)
    .filter((column) => /\bnot\s+null\b|\bprimary\s+key\b/iu.test(column) && !/\bdefault\b/iu.test(column))
    .map((column) => column.trim().slice(0, 60))
}
