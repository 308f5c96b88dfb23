import type { Language } from '../../kernel/problem.ts'

/** Outage causes, with the values that outage files use. */
export const outageCauses = [
  'unknown',
  'weather',
  'tree',
  'lightning',
  'animal',
  'equipment',
  'vehicle',
  'planned',
  'other',
] as const
export type OutageCause = (typeof outageCauses)[number]

/** Crew status of an incident. */
export const crewStates = ['none', 'assigned', 'en-route', 'on-site'] as const
export type CrewState = (typeof crewStates)[number]

const causes: Record<Language, Record<OutageCause, string>> = {
  en: {
    unknown: 'Under investigation',
    weather: 'Severe weather',
    tree: 'Tree on the line',
    lightning: 'Lightning',
    animal: 'Animal contact',
    equipment: 'Equipment failure',
    vehicle: 'Vehicle accident',
    planned: 'Planned work',
    other: 'Other cause',
  },
  es: {
    unknown: 'En investigación',
    weather: 'Mal tiempo',
    tree: 'Árbol sobre el cable',
    lightning: 'Rayo',
    animal: 'Contacto de un animal',
    equipment: 'Falla del equipo',
    vehicle: 'Accidente de un vehículo',
    planned: 'Trabajo programado',
    other: 'Otra causa',
  },
}

const crews: Record<Language, Record<CrewState, string>> = {
  en: {
    none: 'Not assigned yet',
    assigned: 'Assigned',
    'en-route': 'On the way',
    'on-site': 'At work on site',
  },
  es: {
    none: 'Aún sin asignar',
    assigned: 'Asignada',
    'en-route': 'En camino',
    'on-site': 'Trabajando en el lugar',
  },
}

/** Describes the cause of an outage. */
export const causeText = (cause: OutageCause, language: Language): string => causes[language][cause]

/** Other words that outage systems use for a cause, in small letters. */
const otherWords: Readonly<Record<string, OutageCause>> = {
  storm: 'weather',
  wind: 'weather',
  ice: 'weather',
  weather: 'weather',
  tree: 'tree',
  trees: 'tree',
  'tree on line': 'tree',
  'tree contact': 'tree',
  animal: 'animal',
  squirrel: 'animal',
  bird: 'animal',
  equipment: 'equipment',
  'equipment fault': 'equipment',
  vehicle: 'vehicle',
  'car accident': 'vehicle',
  'vehicle hit pole': 'vehicle',
  planned: 'planned',
  'planned outage': 'planned',
  'scheduled outage': 'planned',
  'planned maintenance': 'planned',
  'scheduled maintenance': 'planned',
  unknown: 'unknown',
  other: 'other',
}

/** The cause of a past outage, which the portal keeps in English, in the member's language; `undefined` when it is in other words. */
export const pastCauseText = (description: string, language: Language): string | undefined => {
  const words = description.trim().toLowerCase()
  const cause = outageCauses.find((one) => causes.en[one].toLowerCase() === words) ?? otherWords[words]
  if (cause === undefined) return undefined
  return language === 'en' ? description : causes[language][cause]
}

/** Describes the crew status. */
export const crewText = (crew: CrewState, language: Language): string => crews[language][crew]
