import { draftSource } from './draft-source.ts'
import type { RunSource } from './run-source.ts'

/** What runs take, in this order. */
export const sources: readonly RunSource[] = [draftSource]
