import { basename } from 'node:path'
import { listFiles, read } from './source-files.ts'

export const decisionIndexFile = 'docs/decisions/README.md'

/**
 * The table of docs/decisions/README.md: number, title and date of every record. @throws Error for a record whose first lines
 * are not those of the template.
 */
export function decisionIndex(): string {
  const rows = listFiles(/^docs\/decisions\/\d{4}-.+\.md$/u).map((file) => {
    const name = basename(file)
    const [, title, date] =
      new RegExp(`^# ${name.slice(0, 4)}\\. (.+)\\n\\n(\\d{4}-\\d\\d-\\d\\d)\\. `, 'u').exec(read(file)) ?? []
    if (!title || !date) throw new Error(`${file} must begin like docs/decisions/template.md`)
    return `| [${name.slice(0, 4)}](${name}) | ${title} | ${date} |`
  })
  return ['| number | decision | date |', '|---|---|---|', ...rows].join('\n')
}

/**
 * Lists the records whose status does not name a later record that changes them. Readers of the earlier record need it.
 *
 * @param records the text of each record, by its number.
 * @returns `<number> is changed by <number>` for each.
 */
export function listUnnamedChanges(records: ReadonlyMap<string, string>): readonly string[] {
  const statusOf = (number: string): string => (records.get(number) ?? '').split('\n\n')[1] ?? ''
  return [...records.keys()].flatMap((later) =>
    statusOf(later)
      .split(/(?<=\.)\s/u)
      .filter((sentence) => /^(?:It )?(?:changes|replaces|amends|narrows)\b/iu.test(sentence))
      .flatMap((sentence) => sentence.match(/\b\d{4}\b/gu) ?? [])
      .filter((earlier) => earlier < later && records.has(earlier) && !statusOf(earlier).includes(later))
      .map((earlier) => `${earlier} is changed by ${later}`),
  )
}
