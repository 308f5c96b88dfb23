import { scheduledSource } from '../scheduled-payments/public.ts'
import { draftSource } from './draft-source.ts'
import type { RunSource } from '../../platform/runs/run-source.ts'

/** What runs take, in this order. */
export const sources: readonly RunSource[] = [draftSource, scheduledSource]
