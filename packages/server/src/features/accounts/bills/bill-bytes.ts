import type { CalendarDate } from '@coopline/rules/kernel/calendar-date'
import type { Language } from '@coopline/rules/kernel/problem'
import type { Deps } from '../../../platform/deps.ts'
import { readDocument } from '../../../platform/documents/read-document.ts'
import { todayOf } from '../../../platform/today.ts'
import { drawBill } from './bill-pdf/draw-bill.ts'
import { type Bill, findBill } from './bill.store.ts'

type BytesDeps = Pick<Deps, 'clock' | 'env' | 'settings' | 'log' | 'heavyWork'>

/** Loads a bill as PDF: the cooperative's file, or a drawing of its figures without a file; `undefined` when the file is missing. */
export async function billBytes(deps: BytesDeps, bill: Bill, language: Language): Promise<Buffer | undefined> {
  if (bill.document !== '') return readDocument(deps, bill.document)
  const { coopName, phoneNumber } = deps.settings.current()
  const from = { name: coopName, phone: phoneNumber }
  const context = { from, language, drawnAt: deps.clock.now() }
  return deps.heavyWork.drawing.run(async () => drawBill(bill.detail, context))
}

/** Loads the bill of a day as PDF; `undefined` when the member has none that may be shown. */
export async function billPdf(
  deps: BytesDeps & Pick<Deps, 'db'>,
  { memberNumber, ...named }: { memberNumber: string; accountNumber: string; billDate: CalendarDate },
  language: Language,
): Promise<Buffer | undefined> {
  const today = todayOf(deps)
  const bill = await findBill(deps.db, memberNumber, named, today)
  return bill && billBytes(deps, bill, language)
}
