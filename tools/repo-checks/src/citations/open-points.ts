/** Rows of tables of requirements, as cells. The number is one, a list or a range: `12.3.3, 12.3.4`, `3.5.1 to 3.5.3`. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^\| (\d+\.\d+\.\d+[^|]*?) \| (.*) \|$/gmu)].map(([, number = '', rest = '']) => [
    number,
    ...rest.split(' | '),
  ])

const partsOf = (document: string): readonly [chapters: string, open: string] => {
  const [chapters = '', open = ''] = document.split('\n## Open points\n')
  return [chapters, open]
}

/** Requirements of the chapters of `docs/security/asvs.md` that are not met, in order, as `number: status`. */
export const openPoints = (document: string): readonly string[] =>
  rowsOf(partsOf(document)[0])
    .filter(([, , status]) => status !== 'met')
    .map(([number, , status]) => `${number}: ${status}`)

/** Lines of its section "Open points", as `number: status`. A status may be followed by a reason, after a comma. */
export const listedPoints = (document: string): readonly string[] =>
  rowsOf(partsOf(document)[1]).map(([number, , , status = '']) => `${number}: ${status.replace(/,.*$/u, '')}`)
