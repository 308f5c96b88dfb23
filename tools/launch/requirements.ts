import { type AreaCoverage, coverage, isCheck, sum } from '../repo-checks/src/requirements/coverage.ts'

/** `npm run requirements`: counts the requirements that tests cover, by area; lists the rows of the areas that are named. */
const prefixes = process.argv.slice(2)
const areas = coverage()

const numbers = (rows: AreaCoverage['untested']): string => rows.map(({ id }) => id.split('-')[1]).join(' ')

function printAreas(): void {
  for (const { prefix, table, untested } of areas) {
    const rows = table.rows.length
    console.log(`${prefix}\t${rows - untested.length}/${rows}\t${table.title}`)
    if (untested.length > 0) console.log(`\tno test: ${numbers(untested)}`)
  }
  for (const [name, checks] of [
    ['requirements', false],
    ['checks', true],
  ] as const) {
    const { rows, tested } = sum(areas.filter((area) => isCheck(area) === checks))
    console.log(`${name}\t${tested}/${rows}`)
  }
}

function printRows(area: AreaCoverage): void {
  console.log(`${area.table.title} (${area.table.file})`)
  for (const { id, text } of area.untested) console.log(`${id}\tno test\t${text}`)
}

const unknown = prefixes.filter((prefix) => !areas.some((area) => area.prefix === prefix))
if (unknown.length > 0) {
  console.error(`No area has the ids ${unknown.join(', ')}. Areas: ${areas.map(({ prefix }) => prefix).join(' ')}`)
  process.exitCode = 1
} else if (prefixes.length === 0) printAreas()
else for (const area of areas.filter(({ prefix }) => prefixes.includes(prefix))) printRows(area)
