import { recordAudit } from '../../../platform/audit/audit.store.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import type { Tx } from '../../../platform/db/open-database.ts'
import type { Deps } from '../../../platform/deps.ts'
import type { StaffActor } from '../../../platform/http/staff-actor.ts'
import {
  countMoneyUnderWay,
  erasePersonalRows,
  loadPersonalScope,
  lockLogin,
  type MoneyUnderWay,
} from './personal-data.store.ts'

/** The result of an erasure. */
export type Erasure =
  | { readonly kind: 'unknown-member' }
  /** Nothing was erased, because payments of the member are open or scheduled. */
  | { readonly kind: 'money-under-way'; readonly counts: MoneyUnderWay }
  /** The data was erased; `rows` counts the deleted rows by table. */
  | { readonly kind: 'erased'; readonly rows: Readonly<Record<string, number>> }

/** Thrown to roll back what a trial deleted. */
class Trial extends Error {
  readonly rows: Readonly<Record<string, number>>
  constructor(rows: Readonly<Record<string, number>>) {
    super('A trial deletes nothing')
    this.rows = rows
  }
}

/**
 * Deletes what the portal holds about a member and no law or ledger requires (`personalData`), in one transaction. It refuses
 * while payments are open or will be made, as these need the member's method and their consent.
 *
 * @param isTrial counts the rows and deletes nothing.
 * @param mustStay is asked while the login is locked; the member is then answered as unknown.
 */
export async function eraseMember(
  { db, clock, featureData: { personalData } }: Pick<Deps, 'db' | 'clock' | 'featureData'>,
  memberNumber: string,
  { by, clientAddress, requestId }: StaffActor,
  isTrial: boolean,
  mustStay: (tx: Tx) => Promise<boolean> = async () => false,
): Promise<Erasure> {
  try {
    return await inTransaction(db, async (tx): Promise<Erasure> => {
      await lockLogin(tx, memberNumber)
      const scope = await loadPersonalScope(tx, memberNumber)
      if (scope === null || (await mustStay(tx))) return { kind: 'unknown-member' }
      const counts = await countMoneyUnderWay(tx, scope)
      if (Object.values(counts).some((count) => count > 0)) return { kind: 'money-under-way', counts }
      const now = clock.now()
      const rows: Record<string, number> = {}
      for (const rule of personalData)
        if (rule.isErased) rows[rule.table] = await erasePersonalRows(tx, rule, scope, now)
      if (isTrial) throw new Trial(rows)
      await recordAudit(tx, { kind: 'staff.erased', at: now, memberNumber, clientAddress, requestId, detail: { by } })
      return { kind: 'erased', rows }
    })
  } catch (error) {
    if (error instanceof Trial) return { kind: 'erased', rows: error.rows }
    throw error
  }
}
