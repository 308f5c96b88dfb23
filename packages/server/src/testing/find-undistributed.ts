import { parse } from 'libpg-query'
import { featureData } from '../features.ts'

/** A node of PostgreSQL's syntax tree: `{ SelectStmt: { … } }`. */
type Tree = Readonly<Record<string, unknown>>

/** A relation, function or subquery in a FROM clause, or the target of an update or delete. */
interface Source {
  readonly name: string
  /** The table with its schema; `null` for what the statement itself makes: a function's rows, a subquery, a name of WITH. */
  readonly table: string | null
  /** The columns that join it with the other side (`using`). */
  readonly using: readonly string[]
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): readonly Tree[] => (Array.isArray(value) ? value.filter(isTree) : [])
const child = (tree: Tree | undefined, name: string): Tree | undefined => {
  const value = tree?.[name]
  return isTree(value) ? value : undefined
}
const textIn = (tree: Tree | undefined, name: string): string => {
  const value = tree?.[name]
  return typeof value === 'string' ? value : ''
}
const textOf = (node: Tree): string => textIn(child(node, 'String'), 'sval')

/** A partition counts as its table. */
const distributed = ({ table }: Pick<Source, 'table'>) =>
  featureData.distributed.tables.find((one) => one.table === table?.replace(/_\d{4}_\d{2}$/u, ''))

const tableOf = (relation: Tree): string | null => {
  const schema = textIn(relation, 'schemaname')
  return schema === '' ? null : `${schema}.${textIn(relation, 'relname')}`
}

const sourceOf = (relation: Tree, using: readonly string[] = []): Source => ({
  name: textIn(child(relation, 'alias'), 'aliasname') || textIn(relation, 'relname'),
  table: tableOf(relation),
  using,
})

/** The sources of a FROM clause; the conditions of its joins are added to `conditions`. */
function sourcesOf(item: Tree, conditions: Tree[], using: readonly string[] = []): readonly Source[] {
  const join = child(item, 'JoinExpr')
  if (join === undefined) {
    const [relation] = Object.values(item).filter(isTree)
    return relation === undefined ? [] : [sourceOf(relation, using)]
  }
  const on = child(join, 'quals')
  if (on !== undefined) conditions.push(on)
  const columns = [...using, ...listOf(join['usingClause']).map(textOf)]
  return ['larg', 'rarg'].flatMap((side) => sourcesOf(child(join, side) ?? {}, conditions, columns))
}

/** Splits a condition into the conditions that AND joins. */
const conjuncts = (condition: Tree): readonly Tree[] => {
  const both = child(condition, 'BoolExpr')
  return both?.['boolop'] === 'AND_EXPR' ? listOf(both['args']).flatMap(conjuncts) : [condition]
}

/** A value that the statement was given: a parameter or a constant, alone or in a list. */
function isGiven(node: Tree | undefined): boolean {
  if (node === undefined) return false
  const cast = child(node, 'TypeCast')
  if (cast !== undefined) return isGiven(child(cast, 'arg'))
  const elements = child(node, 'A_ArrayExpr')?.['elements'] ?? child(node, 'List')?.['items']
  return elements === undefined ? 'ParamRef' in node || 'A_Const' in node : listOf(elements).every(isGiven)
}

/** The source and column of a reference; without a source's name, that of the only table or source. */
function columnOf(node: Tree | undefined, sources: readonly Source[]) {
  const fields = listOf(child(node ?? {}, 'ColumnRef')?.['fields']).map(textOf)
  const [column, name] = fields.toReversed()
  const tables = sources.filter(({ table }) => table !== null)
  const [only, another] = tables.length > 0 ? tables : sources
  return column === undefined ? undefined : { column, name: name ?? (another === undefined ? only?.name : undefined) }
}

/** The sources of a statement or subquery, with those of its conditions that always hold. */
function scopeOf(
  kind: string,
  body: Tree,
): { readonly sources: readonly Source[]; readonly conditions: readonly Tree[] } {
  const conditions: Tree[] = []
  const from = listOf(body['fromClause'] ?? body['usingClause']).flatMap((item) => sourcesOf(item, conditions))
  const target = kind === 'SelectStmt' ? undefined : child(body, 'relation')
  const where = child(body, 'whereClause')
  if (where !== undefined) conditions.push(where)
  return {
    sources: target === undefined ? from : [sourceOf(target), ...from],
    conditions: conditions.flatMap(conjuncts),
  }
}

/**
 * The distributed tables of a scope that neither a given value nor a list of the statement limits to accounts. A subquery is a scope
 * of its own: from the column of an outer query, Citus does not always see that one node is enough.
 */
function unlimitedSources(kind: string, body: Tree): readonly string[] {
  const { sources, conditions } = scopeOf(kind, body)
  const limited = new Set(sources.filter(({ table }) => table === null).map(({ name }) => name))
  const isLimited = (source: Source, column: string): boolean =>
    (source.using.includes(column) && sources.some((one) => one.using.includes(column) && limited.has(one.name))) ||
    conditions.some((condition) => {
      const expression = child(condition, 'A_Expr')
      const operator = listOf(expression?.['name']).map(textOf).join('.')
      if (operator !== '=' || !['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(textIn(expression, 'kind')))
        return false
      const sides = [child(expression, 'lexpr'), child(expression, 'rexpr')] as const
      return [sides, [sides[1], sides[0]] as const].some(([own, other]) => {
        const [left, right] = [columnOf(own, sources), columnOf(other, sources)]
        const isOwn = left?.column === column && left.name === source.name
        return isOwn && (isGiven(other) || (right?.name !== undefined && limited.has(right.name)))
      })
    })
  for (const _each of sources)
    for (const source of sources) {
      const column = distributed(source)?.column
      if (column !== undefined && isLimited(source, column)) limited.add(source.name)
    }
  return sources
    .filter((one) => distributed(one) !== undefined && !limited.has(one.name))
    .map(({ table }) => table ?? '')
}

/**
 * Lists the reasons that keep Citus from sending a statement to the nodes of its accounts only: a distributed table
 * without an equality on its column, an insert without the column, or another table of the portal beside a distributed
 * one.
 *
 * @returns an empty list for a statement on no distributed table.
 */
export async function findUndistributed(statement: string): Promise<readonly string[]> {
  const faults: string[] = []
  const tables = new Set<string>()
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const one of node) visit(one)
    if (!isTree(node)) return
    const table = tableOf(node)
    if (table !== null) tables.add(table)
    for (const [key, body] of Object.entries(node)) {
      visit(body)
      if (!isTree(body)) continue
      // The sides of a UNION have other names.
      const kind = 'limitOption' in body ? 'SelectStmt' : key
      if (!/^(?:Select|Insert|Update|Delete)Stmt$/u.test(kind)) continue
      if (kind === 'InsertStmt') {
        const target = sourceOf(child(body, 'relation') ?? {})
        const column = distributed(target)?.column
        if (column !== undefined && !listOf(body['cols']).some((one) => child(one, 'ResTarget')?.['name'] === column))
          faults.push(`${target.table} is written without ${column}`)
      } else for (const name of unlimitedSources(kind, body)) faults.push(`${name} without its column`)
    }
  }
  visit(await parse(statement))
  if (![...tables].some((table) => distributed({ table }))) return []
  const beside = [...tables].filter((table) => distributed({ table }) === undefined)
  return [...faults, ...beside.map((table) => `${table} beside a distributed table`)]
}
