import { autoPaySource } from '../auto-pay/public.ts'
import { scheduledSource } from '../scheduled-payments/public.ts'
import { retrySource } from './retry-source.ts'
import { draftSource } from './draft-source.ts'
import { postponed } from './postponed-source.ts'
import { methodDraftSource } from './method-draft-source.ts'
import type { RunSource } from '../../platform/runs/run-source.ts'

/** What runs take, in this order: amounts that are fixed or were announced, then drafts, which take what is left of a balance. */
export const sources: readonly RunSource[] = [
  scheduledSource,
  autoPaySource,
  retrySource,
  postponed(draftSource, 'postponed-draft'),
  draftSource,
  postponed(methodDraftSource, 'postponed-method-draft'),
  methodDraftSource,
]
