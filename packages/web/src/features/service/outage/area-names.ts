import type { Territory } from '@coopline/contract/service/outage/public-outages.contract'
import { useLanguage } from '../../../portal/text/text.tsx'

/** Looks up area names by id in the member's language; `undefined` for an unknown id and without the areas. */
export function useAreaNames(territory: Territory | undefined): (id: string) => string | undefined {
  const { language } = useLanguage()
  const areas = territory?.features ?? []
  return (id) => {
    const names = areas.find((area) => area.id === id)?.properties
    return language === 'es' ? (names?.nameInSpanish ?? names?.name) : names?.name
  }
}
