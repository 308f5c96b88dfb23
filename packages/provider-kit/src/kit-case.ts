import type { Feature } from './adapter-under-test.ts'
import type { World } from './world.ts'

/** One thing that every adapter must get right. */
export interface KitCase {
  readonly id: `K-${number}`
  /** A sentence about the portal and its provider. */
  readonly title: string
  /** The features without which the case is skipped. */
  readonly needs: readonly Feature[]
  readonly run: (world: World) => Promise<void>
}

/** Numbers the cases of a group, from `first`. */
export const casesFrom = (
  first: number,
  cases: readonly (readonly [title: string, run: KitCase['run'], ...needs: Feature[]])[],
): readonly KitCase[] => cases.map(([title, run, ...needs], index) => ({ id: `K-${first + index}`, title, needs, run }))
