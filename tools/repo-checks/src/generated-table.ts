type Command = 'npm run docs' | 'npm run mutate'

const placeOf = (command: Command) => new RegExp(`(?<=<!-- ${command} -->\\n\\n).*?(?=\\n\\n<!-- end -->)`, 'su')

/** The table in the place that a document keeps for a command. @throws Error when it keeps none. */
export function tableOf(document: string, command: Command): string {
  const [table] = placeOf(command).exec(document) ?? []
  if (table === undefined)
    throw new Error(`The document has no place for a table between <!-- ${command} --> and <!-- end -->`)
  return table
}

/** A document with `table` in the place that it keeps for it. @throws Error when it keeps none. */
export function withTable(document: string, table: string, command: Command = 'npm run docs'): string {
  tableOf(document, command)
  return document.replace(placeOf(command), () => table)
}
