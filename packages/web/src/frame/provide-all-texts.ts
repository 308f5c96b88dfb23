import { sections } from '../messages/sections.ts'
import { loadTexts, type Section } from '../portal/text/text-store.ts'

/** Loads every section in both languages: a frame is drawn without waiting for anything. */
export async function provideAllTexts(): Promise<void> {
  const names = Object.keys(sections).filter((name): name is Section => name in sections)
  await Promise.all(names.flatMap((section) => [loadTexts('en', section), loadTexts('es', section)]))
}
