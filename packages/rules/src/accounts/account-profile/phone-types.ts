import type { Language } from '../../kernel/problem.ts'

/** Kinds of telephones, as the cooperative's system and the wire call them. Text messages go to cell phones only. */
export const phoneTypes = ['cell', 'home', 'work', 'other'] as const

const descriptions: Record<Language, Record<(typeof phoneTypes)[number], string>> = {
  en: { cell: 'Mobile', home: 'Home', work: 'Work', other: 'Other' },
  es: { cell: 'Celular', home: 'Casa', work: 'Trabajo', other: 'Otro' },
}

/** Names a type of phone in the member's language. A type that the portal does not know keeps its own name. */
export const phoneTypeDescription = (type: string, language: Language): string =>
  phoneTypes.flatMap((known) => (known === type ? [descriptions[language][known]] : []))[0] ?? type
