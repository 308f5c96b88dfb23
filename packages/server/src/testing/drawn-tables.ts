interface DrawnTables {
  /** `text pay.payment.trans_no PK`: type, table, column, and whether it belongs to the primary key. */
  readonly columns: readonly string[]
  /** Solid lines, which are foreign keys: `"pay.payment" ||--o{ "pay.move" : trans_no`. */
  readonly foreignKeys: readonly string[]
  /** Dashed lines: a column with the meaning of another table's key, without a foreign key. */
  readonly likenesses: readonly { readonly parent: string; readonly child: string; readonly column: string }[]
}

/** The tables and lines of the Mermaid entity diagram of a document. */
export function drawnTables(document: string): DrawnTables {
  const [, diagram = ''] = /```mermaid\nerDiagram\n(.+?)\n```/su.exec(document) ?? []
  const columns = [...diagram.matchAll(/^ {2}"([\w.]+)" \{\n(.*?)\n {2}\}$/gmsu)].flatMap(([, table = '', body = '']) =>
    body.split('\n').map((line) => line.trim().replace(/^(\w+) /u, `$1 ${table}.`)),
  )
  const lines = [...diagram.matchAll(/^ {2}(("[\w.]+") \S+ ("[\w.]+") : (\w+))$/gmu)]
  return {
    columns,
    foreignKeys: lines.flatMap(([, line = '']) => (line.includes('--') ? [line] : [])),
    likenesses: lines.flatMap(([, line = '', parent = '', child = '', column = '']) =>
      line.includes('..') ? [{ parent: parent.replaceAll('"', ''), child: child.replaceAll('"', ''), column }] : [],
    ),
  }
}
