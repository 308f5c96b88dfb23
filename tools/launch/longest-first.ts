import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take much longer than others of their size. */
export const longFiles: readonly string[] = [
  'packages/e2e/src/lost-presses.e2e.ts',
  'packages/e2e/src/promised-browsers.e2e.ts',
  'packages/e2e/src/start.e2e.ts',
  'packages/e2e/src/stripe.e2e.ts',
  'packages/server/src/cli/bound-young-generation.test.ts',
  'packages/server/src/cli/member.command.test.ts',
  'packages/server/src/features/paying/payments/reconcile/large-report.test.ts',
  'packages/server/src/features/site/integration/import-memory.test.ts',
  'packages/server/src/platform/http/fuzz.test.ts',
  'packages/server/src/platform/http/late-writes.test.ts',
  'packages/server/src/platform/http/seconds-old.test.ts',
  'packages/server/src/platform/messages/mail-down.test.ts',
]

type Ordered = Pick<TestSpecification, 'moduleId'> & { readonly project: Pick<TestSpecification['project'], 'name'> }

/** Puts the files that are known to take long before the others of their project, and changes no order beside that. */
export function longestFirst<T extends Ordered>(files: readonly T[]): T[] {
  const projects = [...new Set(files.map(({ project }) => project.name))]
  const isOther = ({ moduleId }: T) => Number(!longFiles.some((path) => moduleId.endsWith(`/${path}`)))
  return files.toSorted(
    (a, b) => projects.indexOf(a.project.name) - projects.indexOf(b.project.name) || isOther(a) - isOther(b),
  )
}

/**
 * Without the times of a former run, vitest starts large files first. A small one that takes a minute would then begin last, while the
 * other cores idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longestFirst(await super.sort(files))
  }
}
