import type { Territory } from '@coopline/contract/service/outage/public-outages.contract'

type Area = Territory['features'][number]
/** Longitude and latitude, or x and y in the drawing. */
export type Position = readonly [number, number]

interface DrawnArea {
  readonly id: string
  readonly names: Area['properties']
  /** The outline, as the attribute `d` of an SVG path. */
  readonly outline: string
  /** Label position: the center of the area's bounding box. */
  readonly middle: Position
}

export interface DrawnTerritory {
  readonly width: number
  readonly height: number
  readonly areas: readonly DrawnArea[]
  /** Converts longitude and latitude to drawing coordinates. */
  readonly project: (position: Position) => Position
}

const width = 1_000
const margin = 12

/**
 * Projects a territory onto a plane 1,000 units wide, scaling longitudes by the cosine of the middle latitude. Within a few
 * hundred kilometers this differs from other projections by less than a pixel. Returns `null` without areas.
 */
export function projectTerritory({ features }: Territory): DrawnTerritory | null {
  const every = features.flatMap(positionsOf)
  if (every.length === 0) return null
  const [west, south, east, north] = boxOf(every)
  const shortening = Math.cos((((south + north) / 2) * Math.PI) / 180)
  const scale = (width - 2 * margin) / Math.max((east - west) * shortening, 1e-6)
  const project = ([longitude, latitude]: Position): Position => [
    margin + (longitude - west) * shortening * scale,
    margin + (north - latitude) * scale,
  ]
  return {
    width,
    height: Math.round((north - south) * scale + 2 * margin),
    project,
    areas: features.map((area) => {
      const [left, bottom, right, top] = boxOf(positionsOf(area))
      return {
        id: area.id,
        names: area.properties,
        outline: ringsOf(area)
          .map((ring) => `M${ring.map((position) => written(project(position))).join('L')}Z`)
          .join(''),
        middle: project([(left + right) / 2, (bottom + top) / 2]),
      }
    }),
  }
}

const ringsOf = ({ geometry }: Area): readonly (readonly Position[])[] =>
  geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat()

const positionsOf = (area: Area): readonly Position[] => ringsOf(area).flat()

const written = ([x, y]: Position): string => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Bounding box: west, south, east and north. */
function boxOf(positions: readonly Position[]): readonly [number, number, number, number] {
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude)
    south = Math.min(south, latitude)
    east = Math.max(east, longitude)
    north = Math.max(north, latitude)
  }
  return [west, south, east, north]
}
