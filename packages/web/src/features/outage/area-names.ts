import { useLanguage } from '../../portal/text.tsx'
import { useTerritory } from './territory-map.tsx'

/** Looks up area names by id in the member's language; `undefined` for an unknown id. */
export function useAreaNames(): (id: string) => string | undefined {
  const { language } = useLanguage()
  const areas = useTerritory()?.features ?? []
  return (id) => {
    const names = areas.find((area) => area.id === id)?.properties
    return language === 'es' ? (names?.nameInSpanish ?? names?.name) : names?.name
  }
}
