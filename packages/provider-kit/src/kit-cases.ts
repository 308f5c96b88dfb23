import { chargeCases } from './cases/charge.cases.ts'
import { handOffCases } from './cases/hand-off.cases.ts'
import { moneyBackCases } from './cases/money-back.cases.ts'
import { newsCases } from './cases/news.cases.ts'
import { outageCases } from './cases/outage.cases.ts'
import { truthCases } from './cases/truth.cases.ts'
import type { KitCase } from './kit-case.ts'

/** Every case, in the order of their ids. */
export const kitCases: readonly KitCase[] = [
  ...handOffCases,
  ...chargeCases,
  ...newsCases,
  ...truthCases,
  ...moneyBackCases,
  ...outageCases,
]
