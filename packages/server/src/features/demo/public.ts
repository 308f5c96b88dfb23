import type { Feature } from '../../platform/http/call.ts'
import { mountMailbox } from './mount-mailbox.ts'

/** What only a demo installation has: a mailbox that shows what members would have been sent. */
export const demoFeature: Feature = { routes: () => {}, pages: mountMailbox }
