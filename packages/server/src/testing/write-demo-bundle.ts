import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import { readDemoFacts } from '../../demo/demo-facts.ts'
import { namedMembers } from '../../demo/named-members.ts'
import { ordinaryMember } from '../../demo/ordinary-member.ts'
import { demoMonths, openDemoBundle } from '../../demo/write-demo-bundle.ts'

interface DemoBundle {
  /** Folder to write the files into; made when missing. */
  readonly dir: string
  readonly today: CalendarDate
  /** Number of members in all, the named ones included. */
  readonly members: number
}

/** Writes the whole demo cooperative as a CSV bundle, as its system would export it on `today`. */
export async function writeDemoBundle({ dir, today, members }: DemoBundle): Promise<void> {
  const named = namedMembers(readDemoFacts(), today)
  const write = await openDemoBundle(dir)
  for (const member of named) await write.add(member, today, demoMonths.named)
  for (let index = 1; index <= members - named.length; index++) {
    await write.add(ordinaryMember(index, today), today, demoMonths.ordinary)
  }
  await write.end()
}
