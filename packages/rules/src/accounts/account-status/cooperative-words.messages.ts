import type { Language } from '../../kernel/problem.ts'

/** Words of the cooperative's systems that members read, translated from English. */
type Words = Readonly<Record<string, string>>

const statuses: Readonly<Record<Language, Words>> = {
  en: {},
  es: {
    Active: 'Activa',
    Inactive: 'Inactiva',
    Current: 'Al día',
    'Past Due': 'Vencida',
    'Pending Disconnect': 'Desconexión pendiente',
    'Pending Reconnect': 'Reconexión pendiente',
    Disconnected: 'Desconectada',
    'Final Billed': 'Facturación final',
  },
}

const types: Readonly<Record<Language, Words>> = {
  en: {},
  es: {
    Electric: 'Electricidad',
    Water: 'Agua',
    Propane: 'Propano',
    Gas: 'Gas',
    Sewer: 'Alcantarillado',
    Internet: 'Internet',
  },
}

const billTypes: Readonly<Record<Language, Words>> = {
  en: {},
  es: { Standard: 'Normal', Prepaid: 'Prepagada', Final: 'Final' },
}

const billingTypes: Readonly<Record<Language, Words>> = {
  en: {},
  es: { Standard: 'Normal', Budget: 'Presupuestada', Average: 'Promedio' },
}

const prepaidLabels: Readonly<Record<Language, Words>> = {
  en: {},
  es: { Prepaid: 'Prepago' },
}

/** By the unit in small letters. Abbreviations, `kWh`, `CCF` and `gal`, are the same in both languages. */
const units: Readonly<Record<Language, Words>> = {
  en: {},
  es: { gallons: 'galones', therms: 'termias' },
}

const singleUnits: Readonly<Record<Language, Words>> = {
  en: { gallons: 'gallon', therms: 'therm' },
  es: { gallons: 'galón', therms: 'termia' },
}

/** Taxes, fees and basic charges of bills, by their names in small letters. A line with a price or a name of its own is no such name. */
const charges: Words = {
  tax: 'Impuesto',
  taxes: 'Impuestos',
  'sales tax': 'Impuesto sobre las ventas',
  'state tax': 'Impuesto estatal',
  'state sales tax': 'Impuesto estatal sobre las ventas',
  'county tax': 'Impuesto del condado',
  'county sales tax': 'Impuesto del condado sobre las ventas',
  'city tax': 'Impuesto municipal',
  'city sales tax': 'Impuesto municipal sobre las ventas',
  'local tax': 'Impuesto local',
  'local sales tax': 'Impuesto local sobre las ventas',
  'gross receipts tax': 'Impuesto sobre ingresos brutos',
  'utility tax': 'Impuesto sobre servicios públicos',
  'franchise fee': 'Cargo por franquicia',
  'franchise tax': 'Impuesto de franquicia',
  'late fee': 'Cargo por pago tardío',
  'late charge': 'Cargo por pago tardío',
  'late payment fee': 'Cargo por pago tardío',
  'late payment charge': 'Cargo por pago tardío',
  penalty: 'Recargo',
  'returned payment fee': 'Cargo por pago devuelto',
  'returned check fee': 'Cargo por cheque devuelto',
  'reconnect fee': 'Cargo por reconexión',
  'reconnection fee': 'Cargo por reconexión',
  'connection fee': 'Cargo por conexión',
  'service fee': 'Cargo por servicio',
  'service charge': 'Cargo por servicio',
  'service availability': 'Disponibilidad del servicio',
  'availability charge': 'Cargo por disponibilidad',
  'customer charge': 'Cargo fijo',
  'basic charge': 'Cargo básico',
  'facility charge': 'Cargo por instalaciones',
  'facilities charge': 'Cargo por instalaciones',
  energy: 'Energía',
  'energy charge': 'Cargo por energía',
  'demand charge': 'Cargo por demanda',
  'power cost adjustment': 'Ajuste por costo de energía',
  'fuel adjustment': 'Ajuste por combustible',
  'operation roundup': 'Operation RoundUp',
}

/** The usual name of a charge of a bill, `Late fee`, in Spanish; `undefined` for a line in words of its own. */
export const chargeWords = (description: string, language: Language): string | undefined =>
  language === 'en' ? description : charges[description.trim().toLowerCase()]

/** An account's status as members read it; one that has no translation stays as it is. */
export const statusWords = (status: string, language: Language): string => statuses[language][status] ?? status

/** The kind of service of an account, `Electric`, as members read it; one without a translation stays as it is. */
export const accountTypeWords = (type: string, language: Language): string => types[language][type] ?? type

/** The type of a bill, `Standard`, as members read it; one without a translation stays as it is. */
export const billTypeWords = (type: string, language: Language): string => billTypes[language][type] ?? type

/** Translates the billing type of an account, such as `Budget`. A type without a translation stays as it is. */
export const billingTypeWords = (type: string, language: Language): string => billingTypes[language][type] ?? type

/** Translates the label of the prepaid plan. A label without a translation, such as the name of a plan, stays as it is. */
export const prepaidLabelWords = (label: string, language: Language): string => prepaidLabels[language][label] ?? label

/** The unit of a meter or of a charge, `Gallons`, as members read it; one without a translation stays as it is. */
export const unitWords = (unit: string, language: Language): string => units[language][unit.toLowerCase()] ?? unit

/** Translates a unit in the singular, as in a price per gallon. A unit without a translation stays as it is. */
export const oneUnitWords = (unit: string, language: Language): string =>
  singleUnits[language][unit.toLowerCase()] ?? unit

/** The kind of service that a member names, as the cooperative's systems write it; any other word stays as it is. */
export const accountTypeNamed = (word: string, language: Language): string =>
  Object.entries(types[language]).find(([, name]) => name.toLowerCase() === word.toLowerCase())?.[0] ?? word
