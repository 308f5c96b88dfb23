import type { Tx } from '../../../platform/db/open-database.ts'
import { insertMailOnFile } from './accounts.store.ts'

type Mail = Omit<Parameters<typeof insertMailOnFile>[2], 'channel'>

/** Queues a mail to the member's address on file. Does nothing when there is none. */
export const mailOnFile = async (tx: Tx, memberNumber: string, mail: Mail): Promise<void> =>
  insertMailOnFile(tx, memberNumber, { ...mail, channel: 'email' })
