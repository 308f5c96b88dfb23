import { useLanguage } from '../../portal/text.tsx'
import { useTerritory } from './territory-map.tsx'

/** Names of areas by their id, in the reader's language; an unknown id has none. */
export function useAreaNames(): (id: string) => string | undefined {
  const { language } = useLanguage()
  const areas = useTerritory().data?.features ?? []
  return (id) => {
    const names = areas.find((area) => area.id === id)?.properties
    return language === 'es' ? (names?.nameInSpanish ?? names?.name) : names?.name
  }
}
