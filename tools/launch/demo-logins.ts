import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './portal-processes.ts'

/** Usernames of the demo's members, in the order of `demo-members.tsv`. All have the same password. */
export function listDemoUsernames(): readonly string[] {
  const [, ...rows] = readFileSync(join(root, 'packages/server/demo/demo-members.tsv'), 'utf8').trim().split('\n')
  const names = rows.map((row) => row.split('\t')[1] ?? '-')
  return [...new Set([...names.filter((name) => name !== '-'), 'nia.empty'])]
}

const namesPerLine = 6

/** The lines of the welcome that list the usernames beside the first. */
export function demoLoginLines(): readonly string[] {
  const names = listDemoUsernames().slice(1)
  return Array.from({ length: Math.ceil(names.length / namesPerLine) }, (_, line) => {
    const part = names.slice(line * namesPerLine, (line + 1) * namesPerLine).join(', ')
    return `  ${(line === 0 ? 'Other members' : '…').padEnd(16)}  ${part}`
  })
}
