import {
  insertMemberDocument,
  listMemberDocuments,
} from '../src/features/accounts/member-documents/member-documents.store.ts'
import { inTransaction } from '../src/platform/db/in-transaction.ts'
import type { Deps } from '../src/platform/deps.ts'

const documents = [
  { title: 'Bylaws', spanishTitle: 'Estatutos', fileName: 'bylaws.pdf', url: '' },
  {
    title: 'How capital credits work',
    spanishTitle: 'Cómo funcionan los créditos de capital',
    fileName: 'capital-credits.pdf',
    url: '',
  },
  {
    title: 'Energy Saver: a guide to saving at home',
    spanishTitle: 'Energy Saver: guía para ahorrar en casa (en inglés)',
    fileName: '',
    url: 'https://www.energy.gov/energysaver/energy-saver',
  },
] as const

/** Adds the demo documents when there are none. Documents that staff removed are not added again while others remain. */
export async function createDemoDocuments({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, async (tx) => {
    if ((await listMemberDocuments(tx)).length > 0) return
    for (const document of documents) await insertMemberDocument(tx, document, clock.now())
  })
}
